// Above every view, while webhooks do not arrive: nobody looks for what they have not been told of.

import { assumedNow } from "#pages/browser/kit/clock.ts";
import { fill, h } from "#pages/browser/kit/h.ts";
import { request } from "./api/request.ts";
import { icon } from "./icons.ts";
import { isFailing } from "./needs.ts";
import { isOwner } from "./session.ts";
import { t } from "./text.ts";

/** Whoever moves between views, or comes back to the page, is told at most so often. */
const PERIOD_MS = 60_000;
const LOOKED_BACK_MS = 24 * 60 * 60 * 1000;

const banner = h("p", { class: "banner", role: "status" });
let lookedAt = Number.NEGATIVE_INFINITY;

export function failingBanner(): HTMLElement {
  document.addEventListener("visibilitychange", lookForFailing);
  return banner;
}

/** Has to be called with each view. */
export function lookForFailing(): void {
  const now = performance.now();
  if (!isOwner() || document.hidden || now - lookedAt < PERIOD_MS) return;
  lookedAt = now;
  findFailing().then(
    (status) => fill(banner, status && contentOf(status)),
    // A view that reads says what is wrong.
    () => {},
  );
}

/**
 * The status of the deliveries that need someone: a webhook of the last day was given up, or those of an endpoint wait that has
 * failed for long.
 */
async function findFailing(): Promise<"failed" | "pending" | null> {
  const since = new Date(assumedNow() - LOOKED_BACK_MS).toISOString();
  const query = { status: "failed", created_from: since, limit: 1 };
  const [{ webhook }, { counters }, { deliveries }] = await Promise.all([
    request("getWebhookSettings"),
    request("listCounters"),
    request("listWebhookDeliveries", { query }),
  ]);
  if (deliveries.length > 0) return "failed";
  return isFailing(webhook, counters) ? "pending" : null;
}

function contentOf(status: string): Node[] {
  return [
    icon("warning"),
    h("span", {}, t.shell.failing),
    h("a", { href: `/dashboard/webhooks/deliveries?status=${status}` }, t.shell.failingLink),
  ];
}
