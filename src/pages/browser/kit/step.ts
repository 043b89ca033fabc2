// What till, desk and wallet show of one payment on the whole screen.
import { formatTimeLeft } from "../../format.ts";
import { msUntil } from "./clock.ts";
import { type IconName, icon } from "./device-icons.ts";
import { type Attributes, h } from "./h.ts";

export interface Notice {
  title: string;
  text: string;
}

const TICK_MS = 1_000;
const MARKS = { good: "good", running: "wait", ended: "ended" } as const satisfies Record<string, IconName>;
export type Mark = keyof typeof MARKS;

export function markOf(mark: Mark): HTMLElement {
  return h("div", { class: `mark ${mark}` }, icon(MARKS[mark]));
}

export function linesOf({ title, text }: Notice): HTMLElement[] {
  return [h("h2", {}, title), h("p", { class: "explanation" }, text)];
}

export function bigButton(text: string, click: () => void, more: Attributes = {}): HTMLElement {
  return h("button", { type: "button", ...more, class: `big ${more.class ?? ""}`, click }, text);
}

export function timeLine(label: string, expiresAt: string): HTMLElement {
  const time = h("time", { role: "timer", datetime: expiresAt }, timeLeft(expiresAt));
  return h("p", { class: "time-left" }, `${label} `, time);
}

/** Counts down the line that is in the element, whenever there is one; the returned function stops it. */
export function countDown(element: HTMLElement): () => void {
  const ticking = setInterval(() => {
    const time = element.querySelector<HTMLTimeElement>(".time-left time");
    if (time !== null) time.textContent = timeLeft(time.dateTime);
  }, TICK_MS);
  return () => clearInterval(ticking);
}

/** Empty while it is unknown: the style sheet hides the line. */
function timeLeft(expiresAt: string): string {
  const left = msUntil(expiresAt);
  return left === null ? "" : formatTimeLeft(left);
}
