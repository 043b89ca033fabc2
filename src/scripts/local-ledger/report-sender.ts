// Sends a ledger's reports to the service, each until it gets 2xx.
import { setTimeout as sleep } from "node:timers/promises";
import { signWebhook } from "../../webhooks/sign.ts";

export interface ReportTarget {
  /** Such as `http://localhost:8787/internal/ledger-events`. */
  url: string;
  /** `whsec_…` */
  secret: string;
  /** Before the second attempt; doubled before each further one. */
  retryMs?: number;
}

const TIMEOUT_MS = 5000;
const RETRY_MS_MAX = 300_000;

/** Resolves once the report has been received, or the signal has ended the attempts. */
export async function sendReport(target: ReportTarget, event: object, signal: AbortSignal): Promise<void> {
  const id = crypto.randomUUID();
  const body = JSON.stringify(event);
  let delayMs = target.retryMs ?? 1000;
  while (!signal.aborted && !(await isReceived(target, id, body))) {
    await sleep(delayMs, null, { ref: false, signal }).catch(() => null);
    delayMs = Math.min(2 * delayMs, RETRY_MS_MAX);
  }
}

async function isReceived({ url, secret }: ReportTarget, id: string, body: string): Promise<boolean> {
  const headers = {
    ...(await signWebhook([secret], id, Date.now(), body)),
    "Content-Type": "application/json",
  };
  try {
    const signal = AbortSignal.timeout(TIMEOUT_MS);
    const response = await fetch(url, { method: "POST", headers, body, redirect: "manual", signal });
    await response.body?.cancel();
    return response.ok;
  } catch {
    return false;
  }
}
