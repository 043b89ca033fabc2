// Where the customer is signed in, and the way to sign out there.
import type { Outcome } from "#pages/browser/kit/exchange.ts";
import { h, isolated } from "#pages/browser/kit/h.ts";
import { type Device, listDevices, signOutDevice } from "./api.ts";
import { confirmFirst } from "./confirm.ts";
import { load } from "./load.ts";
import { momentOf } from "./receipt.ts";
import type { App, Screen } from "./screen.ts";

export function devicesScreen(app: App): Screen {
  const { speech } = app;
  const { devices: words, settings } = speech.texts;
  const list = h("div", { role: "status" });
  const show = () => load(app, list, listDevices, linesOf);
  const linesOf = (devices: Device[]) => {
    const others = devices.filter((device) => !device.is_current);
    return [h("ul", { class: "lines" }, devices.map(lineOf)), others.length > 1 && endAll(others)];
  };
  const lineOf = (device: Device) =>
    h(
      "li",
      { class: "line" },
      h("strong", {}, isolated(device.device ?? words.unknown)),
      device.is_current
        ? h("span", { class: "state" }, words.current)
        : h("button", { type: "button", click: () => ask([device], settings.signOut) }, settings.signOut),
      h("span", { class: "state" }, words.used(momentOf(device.last_used_at, speech, "medium"))),
    );
  const endAll = (others: Device[]) =>
    h(
      "button",
      { type: "button", class: "big danger", click: () => ask(others, words.others) },
      words.others,
    );
  const ask = (ended: Device[], action: string) =>
    confirmFirst(speech, {
      title: action,
      text: words.effect,
      action,
      run: () => signOutEach(ended),
      done: () => void show(),
    });
  void show();
  return { title: words.title, element: h("section", { class: "panel" }, h("p", {}, words.hint), list) };
}

/** Whoever is signed out already is, too. Stops at what fails. */
async function signOutEach(devices: readonly Device[]): Promise<Outcome<null>> {
  for (const { id } of devices) {
    const outcome = await signOutDevice(id);
    if (outcome.kind !== "ok" && !(outcome.kind === "refused" && outcome.status === 404)) return outcome;
  }
  return { kind: "ok", value: null };
}
