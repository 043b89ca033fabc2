import { isSignedOut, type Outcome } from "#pages/browser/kit/exchange.ts";
import { type Child, fill, h } from "#pages/browser/kit/h.ts";
import { explain } from "./explain.ts";
import type { App } from "./screen.ts";

/** Shows in that place what is read; or why it could not be, and the way to try again. */
export async function load<Found>(
  app: App,
  place: HTMLElement,
  read: () => Promise<Outcome<Found>>,
  show: (found: Found) => Child,
): Promise<void> {
  const { texts } = app.speech;
  fill(place, texts.loading);
  const outcome = await read();
  if (isSignedOut(outcome)) return app.end();
  if (outcome.kind === "ok") return fill(place, show(outcome.value));
  const again = h("button", { type: "button", click: () => void load(app, place, read, show) }, texts.retry);
  fill(place, h("p", {}, explain(outcome, app.speech)), again);
}
