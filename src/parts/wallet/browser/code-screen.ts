// The customer's own code, for the till to scan. It is replaced before it expires; what the till then asks for opens by itself.
import { msUntil } from "#pages/browser/kit/clock.ts";
import { isSignedOut } from "#pages/browser/kit/exchange.ts";
import { fill, h } from "#pages/browser/kit/h.ts";
import { qrCode } from "#pages/browser/kit/qr-code.ts";
import { createScanToken } from "./api.ts";
import { explain } from "./explain.ts";
import { queryOf } from "./home-screen.ts";
import type { App, Screen } from "./screen.ts";

const TICK_MS = 1_000;
/** A till may take this long to send what it has scanned. */
const REPLACED_AHEAD_MS = 10_000;
/** Where the service's time is unknown: less than a code lives. */
const REPLACED_AFTER_MS = 30_000;

export function codeScreen(app: App): Screen {
  const { speech, store } = app;
  const { texts } = speech;
  const known = new Set(store.requests.map(({ id }) => id));
  const frame = h("div", { class: "code-frame" });
  const left = h("p", { class: "time-left", role: "timer" });
  const text = h("code", { dir: "ltr", tabindex: "0" });
  const asText = h("details", { hidden: true }, h("summary", {}, texts.code.asText), text);
  /** It is null while there is none. */
  let expiresAt: string | null = null;
  let askedAt = Number.NEGATIVE_INFINITY;
  let isAsking = false;

  const replace = async () => {
    isAsking = true;
    askedAt = performance.now();
    const outcome = await createScanToken();
    isAsking = false;
    if (isSignedOut(outcome)) return app.end();
    if (outcome.kind !== "ok") {
      // An old code is of no use.
      fill(frame, h("p", { class: "warning", role: "status" }, explain(outcome, speech)));
      asText.hidden = true;
      left.textContent = "";
      expiresAt = null;
      return;
    }
    const { scan_token: token, expires_at } = outcome.value;
    expiresAt = expires_at;
    fill(frame, qrCode(token, texts.code.alt));
    text.textContent = token;
    asText.hidden = false;
    tick();
  };
  const tick = () => {
    if (isAsking) return;
    const lived = performance.now() - askedAt;
    if (expiresAt === null) return lived >= REPLACED_AHEAD_MS ? void replace() : undefined;
    const ms = msUntil(expiresAt);
    const toNext = ms === null ? REPLACED_AFTER_MS - lived : ms - REPLACED_AHEAD_MS;
    if (toNext <= 0) void replace();
    else left.textContent = ms === null ? "" : texts.code.next(Math.ceil(toNext / 1_000));
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
