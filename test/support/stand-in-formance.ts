// Formance Ledger as an adapter meets it: double entries in memory, behind the part of its v2 API that is used. It forgets
// declines, knows no pages, and opens whatever account is named. A test can lose what is sent to it, or its responses.
import type { Fetch } from "#core/lib/fetch-json.ts";

export const FORMANCE_TOKEN = "formance-token";

interface Posting {
  source: string;
  destination: string;
  amount: number;
  asset: string;
}

export interface FormanceEntry {
  id: number;
  timestamp: string;
  reference: string | undefined;
  postings: Posting[];
  metadata: Record<string, string>;
}

export interface FormanceReply {
  status: number;
  body: string | null;
  headers: Record<string, string>;
}

/** `late`: the sender gets no response; it arrives before the request after `until`, or when `arrive` is called. */
export type Mishap = { kind: "lost" } | { kind: "reply_lost" } | { kind: "late"; until: number };

type Filter = Record<string, unknown>;

export class StandInFormance {
  readonly entries: FormanceEntry[] = [];
  /** Has every POST that has arrived. */
  readonly received: { path: string; key: string | null; body: Record<string, unknown> }[] = [];
  /** What becomes of the next requests, by their number from 0 on. */
  mishapOf: (number: number) => Mishap | null = () => null;
  sent = 0;
  readonly #keys = new Map<string, { text: string; entry: FormanceEntry }>();
  readonly #references = new Map<string, FormanceEntry>();
  readonly #accounts = new Map<string, Account>();
  readonly #metadata = new Map<string, Record<string, string>>();
  #lastId = 0;
  #late: { request: Request; until: number }[] = [];
  readonly #now: () => number;
  readonly #token: string;

  constructor(now: () => number = () => Date.now(), token = FORMANCE_TOKEN) {
    this.#now = now;
    this.#token = token;
  }

  /** Works as the adapter's `fetch`, with mishaps. */
  readonly fetch: Fetch = async (input, init) => {
    const request = new Request(input, init);
    const number = this.sent++;
    const mishap = this.mishapOf(number);
    await this.arrive(number);
    if (mishap?.kind === "late") this.#late.push({ request, until: mishap.until });
    if (mishap?.kind === "late" || mishap?.kind === "lost") throw new Error("connection lost");
    const response = await this.respond(request);
    if (mishap?.kind === "reply_lost") throw new Error("connection lost");
    return response;
  };

  /** Everything late that is due before a request; all of it without a number. */
  async arrive(before = Number.POSITIVE_INFINITY): Promise<void> {
    const due = this.#late.filter(({ until }) => until < before);
    this.#late = this.#late.filter(({ until }) => until >= before);
    for (const { request } of due) await this.respond(request);
  }

  readonly respond = async (request: Request): Promise<Response> => {
    const { status, body, headers } = this.handle(request, await request.text());
    return new Response(body, { status, headers });
  };

  handle({ method, url, headers }: Pick<Request, "method" | "url" | "headers">, text: string): FormanceReply {
    if (headers.get("Authorization") !== `Bearer ${this.#token}`) return reply(401);
    const { pathname, searchParams } = new URL(url);
    const [, version, , kind, id, part] = pathname.split("/");
    if (version !== "v2") return fault(404, "NOT_FOUND");
    if (method === "POST") {
      const key = headers.get("Idempotency-Key");
      this.received.push({ path: pathname, key, body: JSON.parse(text) });
      return part === "metadata" ? this.#describe(id ?? "", text) : this.#post(text, key);
    }
    const query: Filter | null = JSON.parse(searchParams.get("query") ?? "null");
    if (kind === "aggregate") return reply(200, { data: this.#sums((address) => isIn(query, address)) });
    if (kind === "accounts") return this.#account(id ?? "", searchParams.get("expand"));
    return id === undefined ? this.#list(method, query, searchParams) : this.#read(Number(id));
  }

  /** Money from outside, as an operator posts it. */
  fund(address: string, amount: number, asset = "USD/2"): void {
    this.post({ postings: [{ source: "world", destination: address, amount, asset }] });
  }

  /** Whatever it is. */
  post(given: Partial<FormanceEntry> & { postings: Posting[] }): FormanceEntry {
    const timestamp = new Date(this.#now()).toISOString();
    const entry = {
      id: ++this.#lastId,
      timestamp,
      reference: given.reference,
      metadata: {},
      ...given,
    };
    this.entries.push(entry);
    if (entry.reference !== undefined) this.#references.set(entry.reference, entry);
    for (const { source, destination, amount, asset } of entry.postings) {
      this.#accountAt(source, timestamp).add(asset, -amount);
      this.#accountAt(destination, timestamp).add(asset, amount);
    }
    return entry;
  }

  balanceOf(address: string, asset = "USD/2"): number {
    return this.#accounts.get(address)?.balances[asset] ?? 0;
  }

  under(reference: string): FormanceEntry | undefined {
    return this.#references.get(reference);
  }

  #post(text: string, key: string | null): FormanceReply {
    const known = key === null ? undefined : this.#keys.get(key);
    if (known !== undefined && known.text !== text)
      return fault(400, "VALIDATION", "invalid idempotency hash");
    if (known !== undefined) return reply(200, { data: known.entry }, { "Idempotency-Hit": "true" });
    const { postings, ...given } = JSON.parse(text);
    if (postings.length === 0) return fault(400, "NO_POSTINGS");
    if (postings.some(isMalformed)) return fault(400, "VALIDATION");
    const isShort = ({ source, amount, asset }: Posting) =>
      source !== "world" && this.balanceOf(source, asset) < amount;
    if (postings.some(isShort)) return fault(400, "INSUFFICIENT_FUND");
    if (given.reference !== undefined && this.under(given.reference)) {
      // It has taken its number, which nothing else gets.
      this.#lastId++;
      return fault(409, "CONFLICT", "duplicate reference");
    }
    const entry = this.post({ postings, ...given });
    if (key !== null) this.#keys.set(key, { text, entry });
    return reply(200, { data: entry });
  }

  #describe(address: string, text: string): FormanceReply {
    this.#accountAt(address, new Date(this.#now()).toISOString());
    this.#metadata.set(address, { ...this.#metadata.get(address), ...JSON.parse(text) });
    return reply(204);
  }

  #account(address: string, expand: string | null): FormanceReply {
    const { firstUsage, balances = {} } = this.#accounts.get(address) ?? {};
    if (firstUsage === undefined) return fault(404, "NOT_FOUND");
    const volumes = Object.entries(balances).map(([asset, balance]) => [asset, { balance }]);
    const expanded = expand && volumes.length > 0 ? { volumes: Object.fromEntries(volumes) } : {};
    return reply(200, {
      data: { address, metadata: this.#metadata.get(address) ?? {}, firstUsage, ...expanded },
    });
  }

  /** By its number, however that is written. */
  #read(id: number): FormanceReply {
    if (!(id < 2 ** 63)) return fault(400, "VALIDATION", "value out of range");
    const entry = this.entries.find((one) => one.id === id);
    return entry === undefined ? fault(404, "NOT_FOUND") : reply(200, { data: entry });
  }

  /** `?reference=` is ignored, as all that it does not know. */
  #list(method: string, query: Filter | null, parameters: URLSearchParams): FormanceReply {
    const found = this.entries.filter((entry) => query === null || isMatch(query, entry)).reverse();
    if (method === "HEAD") return reply(204, undefined, { Count: String(found.length) });
    const pageSize = Math.min(100, Number(parameters.get("pageSize") ?? 15));
    return reply(200, {
      cursor: { pageSize, hasMore: found.length > pageSize, data: found.slice(0, pageSize) },
    });
  }

  #accountAt(address: string, timestamp: string): Account {
    const account = this.#accounts.get(address) ?? new Account(timestamp);
    this.#accounts.set(address, account);
    return account;
  }

  #sums(isWanted: (address: string) => boolean): Record<string, number> {
    const sums: Record<string, number> = {};
    for (const [address, { balances }] of this.#accounts)
      for (const [asset, balance] of isWanted(address) ? Object.entries(balances) : [])
        sums[asset] = (sums[asset] ?? 0) + balance;
    return sums;
  }
}

class Account {
  readonly balances: Record<string, number> = {};
  readonly firstUsage: string;

  constructor(firstUsage: string) {
    this.firstUsage = firstUsage;
  }

  add(asset: string, amount: number): void {
    this.balances[asset] = (this.balances[asset] ?? 0) + amount;
  }
}

function reply(status: number, body?: object, headers: Record<string, string> = {}): FormanceReply {
  return { status, body: body === undefined ? null : JSON.stringify(body), headers };
}

function fault(status: number, errorCode: string, errorMessage = errorCode): FormanceReply {
  return reply(status, { errorCode, errorMessage });
}

/** A filter that ends in a colon is for all addresses that begin so. */
function isAddress(filter: string, address: string): boolean {
  return filter.endsWith(":") ? address.startsWith(filter) : address === filter;
}

function isIn(query: Filter | null, address: string): boolean {
  return query === null || isAddress((query.$match as { address: string }).address, address);
}

/** An asset need not have decimals. */
function isMalformed({ source, destination, amount, asset }: Posting): boolean {
  const isFaulty = [source, destination].some((address) => !/^[\w-]+(:[\w-]+)*$/.test(address));
  return isFaulty || !/^[A-Z][A-Z0-9]{0,16}(\/\d{1,6})?$/.test(asset) || !(amount >= 0);
}

function touches(postings: Posting[], filter: string): boolean {
  return postings.some(
    ({ source, destination }) => isAddress(filter, source) || isAddress(filter, destination),
  );
}

function isMatch(query: Filter, entry: FormanceEntry): boolean {
  const [[operator = "", operand] = []] = Object.entries(query);
  if (operator === "$and") return (operand as Filter[]).every((one) => isMatch(one, entry));
  if (operator === "$or") return (operand as Filter[]).some((one) => isMatch(one, entry));
  const { account, reference, id } = operand as { account?: string; reference?: string; id?: number };
  if (account !== undefined) return touches(entry.postings, account);
  if (reference !== undefined) return entry.reference === reference;
  return operator === "$lt" ? entry.id < Number(id) : entry.id >= Number(id);
}
