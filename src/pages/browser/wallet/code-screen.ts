// The customer's own code, for the till to scan. It is replaced before it expires; what the till then asks for opens by itself.
import { isSignedOut } from "../kit/exchange.ts";
import { fill, h } from "../kit/h.ts";
import { qrCode } from "../kit/qr-code.ts";
import { createScanToken } from "./api.ts";
import { explain } from "./explain.ts";
import { queryOf } from "./home-screen.ts";
import type { App, Screen } from "./screen.ts";

const TICK_MS = 1_000;
/** A till may take this long to send what it has scanned. */
const REPLACED_AHEAD_MS = 10_000;

export function codeScreen(app: App): Screen {
  const { speech, store } = app;
  const { texts } = speech;
  const known = new Set(store.requests.map(({ id }) => id));
  const frame = h("div", { class: "code-frame" });
  const left = h("p", { class: "time-left", role: "timer" });
  const text = h("code", { dir: "ltr", tabindex: "0" });
  const asText = h("details", { hidden: true }, h("summary", {}, texts.code.asText), text);
  let replacedAt = 0;
  let isAsking = false;

  const replace = async () => {
    isAsking = true;
    const outcome = await createScanToken();
    isAsking = false;
    if (isSignedOut(outcome)) return app.end();
    if (outcome.kind !== "ok") {
      // An old code is of no use.
      fill(frame, h("p", { class: "warning", role: "status" }, explain(outcome, speech)));
      asText.hidden = true;
      left.textContent = "";
      replacedAt = Date.now() + REPLACED_AHEAD_MS;
      return;
    }
    const { scan_token: token, expires_at } = outcome.value;
    replacedAt = Date.parse(expires_at) - REPLACED_AHEAD_MS;
    fill(frame, qrCode(token, texts.code.alt));
    text.textContent = token;
    asText.hidden = false;
    tick();
  };
  const tick = () => {
    if (isAsking) return;
    const seconds = Math.ceil((replacedAt - Date.now()) / 1_000);
    if (seconds <= 0) void replace();
    else if (!asText.hidden) left.textContent = texts.code.next(seconds);
  };
  tick();
  const ticking = setInterval(tick, TICK_MS);
  return {
    title: texts.code.title,
    element: h(
      "section",
      { class: "sale" },
      frame,
      h("p", { class: "explanation" }, texts.code.hint),
      left,
      asText,
    ),
    update: () => {
      const asked = store.requests.find(({ id }) => !known.has(id));
      if (asked !== undefined) app.go(queryOf(asked), { isReplaced: true });
    },
    leave: () => clearInterval(ticking),
  };
}
