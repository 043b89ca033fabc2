// Name, language, notifications, blocked shops, devices, one's own data, signing out, here or everywhere.
import { h, isolated } from "#pages/browser/kit/h.ts";
import { languageSelect } from "#pages/browser/kit/language.ts";
import { signOut, stopWallet } from "./api.ts";
import { confirmFirst } from "./confirm.ts";
import { explain } from "./explain.ts";
import { nameForm } from "./name-form.ts";
import { notificationSwitch, stopNotifications } from "./notifications.ts";
import { remember } from "./remembered.ts";
import { type App, hrefOf, type Screen } from "./screen.ts";

export function settingsScreen(app: App): Screen {
  const { texts, language } = app.speech;
  const { settings } = texts;
  const { label } = app.store.session;
  const problem = h("p", { class: "warning", role: "alert" });
  const leave = async () => {
    await stopNotifications();
    const outcome = await signOut();
    if (outcome.kind === "ok") app.end(outcome.value);
    else problem.textContent = explain(outcome, app.speech);
  };
  const askToStop = () =>
    confirmFirst(app.speech, {
      title: settings.stop,
      text: settings.stopHint,
      action: settings.stop,
      run: stopWallet,
      done: () => app.end("/wallet?stopped="),
    });
  const element = h(
    "section",
    { class: "menu panel" },
    label === "" ? null : h("p", {}, `${settings.account} `, h("strong", {}, isolated(label))),
    nameForm(app),
    h("label", { for: "language" }, settings.language),
    languageSelect(language, (chosen) => remember("language", chosen)),
    notificationSwitch(app.speech),
    h("a", { class: "button big", href: hrefOf("show=blocked") }, texts.blocked.title),
    h("a", { class: "button big", href: hrefOf("show=devices") }, texts.devices.title),
    h("a", { class: "button big", href: hrefOf("show=data") }, texts.data.title),
    h("button", { type: "button", class: "big", click: () => void leave() }, settings.signOut),
    h("button", { type: "button", class: "big danger", click: askToStop }, settings.stop),
    problem,
  );
  return { title: settings.title, element };
}
