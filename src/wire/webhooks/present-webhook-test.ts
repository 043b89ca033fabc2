import { isSuccess, type WebhookTest } from "../../domain/delivery.ts";
import type { Wire } from "../shared/wire-types.ts";

export function presentWebhookTest(test: WebhookTest): Wire<"WebhookTestResponse">["test"] {
  const { url, outcome, signedContent, headers, body } = test;
  return {
    url,
    delivered: isSuccess(outcome.status),
    status: outcome.status,
    latency_ms: outcome.durationMs,
    error: outcome.error,
    response: outcome.response,
    signed_content: signedContent,
    headers,
    curl: curlLine(url, headers, body),
  };
}

/** The same request for a terminal. Receivers accept its timestamp for five minutes. */
function curlLine(url: string, headers: Record<string, string>, body: string): string {
  const flags = Object.entries(headers).map(([name, value]) => `-H ${quote(`${name}: ${value}`)}`);
  return ["curl", "-i", "-X POST", quote(url), ...flags, `--data-raw ${quote(body)}`].join(" ");
}

function quote(text: string): string {
  return `'${text.replaceAll("'", "'\\''")}'`;
}
