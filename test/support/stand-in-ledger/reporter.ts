// Reports what has settled, with a mistake if one is chosen.
import { setTimeout as sleep } from "node:timers/promises";
import { newWebhookSecret, signWebhook } from "../../../src/webhooks/sign.ts";
import type { Fault } from "./faults.ts";

export const RETRY_MS = 40;
const OLD_MS = 400_000;
/** For ever, as far as a test can see. */
const ATTEMPTS_MAX = 12;

export async function report(
  { url, secret }: { url: string; secret: string },
  event: object,
  fault: Fault | null,
): Promise<void> {
  if (fault === "reports nothing") return;
  const body = JSON.stringify(event);
  const signed = fault === "signs other bytes than it sends" ? JSON.stringify(event, null, 1) : body;
  const key = fault === "signs with another secret" ? newWebhookSecret() : secret;
  const id = crypto.randomUUID();
  for (let attempt = 1; attempt <= ATTEMPTS_MAX; attempt++) {
    const sentAt = Date.now() - (fault === "signs with an old timestamp" ? OLD_MS : 0);
    const attemptId = fault === "gives each attempt an id" ? crypto.randomUUID() : id;
    const headers = { ...(await signWebhook([key], attemptId, sentAt, signed)) };
    const isReceived = await fetch(url, { method: "POST", headers, body }).then(
      ({ ok }) => ok,
      () => false,
    );
    if (fault === "reports once" || (isReceived && fault !== "reports for ever")) return;
    await sleep(RETRY_MS);
  }
}
