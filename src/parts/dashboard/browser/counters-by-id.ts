import type { Counter } from "#sdk/index.ts";
import { request } from "./api/request.ts";

let kept: Promise<Map<string, Counter>> | null = null;

/** All counters, inactive ones as well: read once, because most views name them. */
export function readCounters(): Promise<Map<string, Counter>> {
  kept ??= request("listCounters").then(({ counters }) => new Map(counters.map((each) => [each.id, each])));
  kept.catch(forgetCounters);
  return kept;
}

/** Has to be called after one was changed. */
export function forgetCounters(): void {
  kept = null;
}
