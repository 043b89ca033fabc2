// Resolves host names by DNS over HTTPS with JSON (developers.cloudflare.com/1.1.1.1, "JSON API").
import * as z from "zod/mini";
import { type Fetch, fetchJson } from "#core/lib/fetch-json.ts";
import { isPublicAddress } from "./address-blocks.ts";

/** `unavailable`: the resolver, or the name's own servers, did not respond, so nothing is known about the name. */
export type Resolution =
  | { state: "ok" }
  | { state: "denied"; fault: string }
  | { state: "unavailable"; error: unknown };

const TIMEOUT_MS = 3_000;
const RESPONSE_BYTES_MAX = 16_384;
const NO_ERROR = 0;
const NO_SUCH_NAME = 3;
/** A and AAAA; the CNAMEs that lead to them are ignored. */
const ADDRESS_RECORDS = [1, 28];

const dnsJson = z.object({
  Status: z.number(),
  Answer: z.optional(z.array(z.object({ type: z.number(), data: z.string() }))),
});

const DENIED: Resolution = { state: "denied", fault: "must resolve to a public address" };
const NOT_FOUND: Resolution = { state: "denied", fault: "has a host name that was not found" };

/** Denied when any address is not public, or when there is none; always ok without a resolver. Never throws. */
export async function resolveHost(fetch: Fetch, dohUrl: string | null, host: string): Promise<Resolution> {
  if (dohUrl === null) return { state: "ok" };
  const responses = await Promise.allSettled([
    findAddresses(fetch, dohUrl, host, "A"),
    findAddresses(fetch, dohUrl, host, "AAAA"),
  ]);
  const addresses = responses.flatMap((response) => (response.status === "fulfilled" ? response.value : []));
  if (!addresses.every(isPublicAddress)) return DENIED;
  const failure = responses.find((response) => response.status === "rejected");
  if (failure !== undefined) return { state: "unavailable", error: failure.reason };
  return addresses.length === 0 ? NOT_FOUND : { state: "ok" };
}

async function findAddresses(
  fetch: Fetch,
  dohUrl: string,
  host: string,
  type: "A" | "AAAA",
): Promise<string[]> {
  const url = new URL(dohUrl);
  url.searchParams.set("name", host);
  url.searchParams.set("type", type);
  const init = { headers: { accept: "application/dns-json" } };
  const response = await fetchJson(fetch, url.href, init, {
    timeoutMs: TIMEOUT_MS,
    maxBytes: RESPONSE_BYTES_MAX,
  });
  const parsed = dnsJson.safeParse(response.body);
  if (response.status !== 200 || !parsed.success)
    throw new Error(`resolver responded with ${response.status}`);
  const { Status: code, Answer: records = [] } = parsed.data;
  if (code !== NO_ERROR && code !== NO_SUCH_NAME) throw new Error(`resolver responded with DNS code ${code}`);
  return records.filter((record) => ADDRESS_RECORDS.includes(record.type)).map((record) => record.data);
}
