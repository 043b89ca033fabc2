// Short messages at the edge of the screen, which are also read aloud.

import { fill, h } from "#pages/browser/kit/h.ts";
import { ServiceFailure } from "../api/failures.ts";
import { failureWords } from "../failure-words.ts";
import { icon } from "../icons.ts";
import { t } from "../text.ts";

const SHOWN_MS = 6_000;

const notices = h("div", { class: "notices", role: "status" });
const announcements = h("div", { class: "unseen", role: "status" });

export function noticeArea(): Node[] {
  return [notices, announcements];
}

export function notify(text: string, kind: "good" | "bad" = "good"): void {
  const notice = h(
    "p",
    { class: `notice ${kind}` },
    icon(kind === "good" ? "check" : "warning"),
    h("span", {}, text),
  );
  // Said again, it takes the place of what it said before.
  for (const shown of [...notices.children]) if (shown.textContent === text) shown.remove();
  notice.addEventListener("click", () => notice.remove());
  notices.append(notice);
  setTimeout(() => notice.remove(), kind === "good" ? SHOWN_MS : SHOWN_MS * 2);
}

/** Has to be called with each view: a message is about the one before, and may cover what is in this one. */
export function forgetNotices(): void {
  fill(notices);
}

export function notifyFailure(failure: unknown): void {
  const isKnown = failure instanceof ServiceFailure;
  const unknown = `${t.common.unreachable} ${t.common.unreachableHint}`;
  notify(isKnown ? failureWords(failure, t.failures) : unknown, "bad");
}

/** Only for those who hear the page: what can be seen to have changed. */
export function announce(text: string): void {
  fill(announcements, text);
}
