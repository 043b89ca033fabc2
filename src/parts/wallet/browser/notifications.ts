// Whether this browser is told of requests while the wallet is closed.
import { serverNow } from "#pages/browser/kit/clock.ts";
import { h } from "#pages/browser/kit/h.ts";
import { forgetPush, readPushKey, savePush } from "./api.ts";
import { explain } from "./explain.ts";
import type { Speech } from "./language.ts";
import { recall, remember } from "./remembered.ts";

const SAVE_AGAIN_MS = 24 * 60 * 60_000;

/** Shown only where something can be pushed. */
export function notificationSwitch(speech: Speech): HTMLElement {
  const { settings } = speech.texts;
  const input = h("input", { type: "checkbox", role: "switch", id: "notify" });
  const problem = h("p", { class: "warning", role: "alert" });
  const words = h(
    "span",
    {},
    h("strong", {}, settings.notify),
    h("span", { class: "hint" }, settings.notifyHint),
  );
  const element = h(
    "div",
    { hidden: true },
    h("label", { class: "switch", for: "notify" }, input, words),
    problem,
  );
  const begin = async () => {
    const [outcome, current] = await Promise.all([readPushKey(), subscription()]);
    if (outcome.kind !== "ok" || outcome.value === null || !("PushManager" in globalThis)) return;
    const { value: key } = outcome;
    input.checked = current !== null;
    input.addEventListener("change", async () => {
      input.disabled = true;
      problem.textContent = input.checked ? await startNotifications(key, speech) : await stopNotifications();
      input.checked = (await subscription()) !== null;
      input.disabled = false;
    });
    element.hidden = false;
  };
  void begin();
  return element;
}

/** Returns what went wrong, or nothing. */
async function startNotifications(applicationServerKey: string, speech: Speech): Promise<string> {
  if ((await Notification.requestPermission()) !== "granted") return speech.texts.settings.notifyBlocked;
  try {
    const worker = await navigator.serviceWorker.ready;
    const made = await worker.pushManager.subscribe({ userVisibleOnly: true, applicationServerKey });
    const outcome = await savePush(made.toJSON());
    if (outcome.kind === "ok") return "";
    await made.unsubscribe();
    return explain(outcome, speech);
  } catch {
    return speech.texts.failed;
  }
}

export async function stopNotifications(): Promise<string> {
  const current = await subscription();
  if (current === null) return "";
  await Promise.all([forgetPush(current.endpoint), current.unsubscribe()]);
  return "";
}

/**
 * The browser keeps its subscription when a session ends, and the service does not: it is saved again after each sign-in, and
 * once a day should the service have lost it otherwise.
 */
export async function keepNotifications(walletId: string): Promise<void> {
  const last = recall("pushed");
  const now = serverNow();
  if (now === null || (last?.walletId === walletId && now < last.at + SAVE_AGAIN_MS)) return;
  const current = await subscription();
  if (current === null) return;
  const outcome = await savePush(current.toJSON());
  if (outcome.kind === "ok") remember("pushed", { walletId, at: now });
}

async function subscription(): Promise<PushSubscription | null> {
  const worker = await navigator.serviceWorker?.getRegistration("/wallet");
  return (await worker?.pushManager?.getSubscription()) ?? null;
}
