// The ledger as a Worker of its own: its variables, limits, schedule and reports.
import { applyD1Migrations } from "cloudflare:test";
import { env } from "cloudflare:workers";
import { Webhook } from "standardwebhooks";
import { beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import { LEDGER_CONTRACT_VERSION } from "#core/domain/ledger.ts";
import type { LedgerEnv } from "#core/ledger/config.ts";
import { objectDependenciesFor } from "#main/object-composition.ts";
import worker from "#parts/ledger/worker.ts";
import { moveClock, SECOND } from "../../support/clock.ts";
import { payment, refund } from "../../support/embedded-ledger.ts";
import { muteLog } from "../../support/faults.ts";
import { LIVE_VARIABLES } from "../../support/live-variables.ts";

const SECRET = "whsec_dGVzdC1sZWRnZXItZXZlbnRzLXNlY3JldC0zMmJ5dGU=";
const REPORT_URL = "https://payments.test/internal/ledger-events";
const METRICS_TOKEN = "a-token-that-reads-metrics";

/** Background work of the Worker: it goes on when a test lets it. */
let waits: (() => void)[] = [];
/** What the service has been told, and how it responds. */
let reports: { id: string | null; signature: string | null; body: string }[] = [];
let responses: number[] = [];

beforeAll(() => applyD1Migrations(env.LEDGER_DB, env.TEST_LEDGER_MIGRATIONS));
beforeEach(() => {
  moveClock(0);
  [waits, reports, responses] = [[], [], []];
  vi.spyOn(scheduler, "wait").mockImplementation(() => new Promise((resolve) => waits.push(resolve)));
  vi.stubGlobal("fetch", async (_url: string, { headers, body }: RequestInit) => {
    const sent = new Headers(headers);
    const [id, signature] = [sent.get("webhook-id"), sent.get("webhook-signature")];
    new Webhook(SECRET).verify(String(body), Object.fromEntries(sent));
    reports.push({ id, signature, body: String(body) });
    return new Response(null, { status: responses.shift() ?? 200 });
  });
});

const isAsSent = (body: object | string) => typeof body === "string" || body instanceof Uint8Array;
const asReceived = (request: Request) => request as Parameters<typeof worker.fetch>[0];

function startWorker(variables: Partial<LedgerEnv> = {}) {
  const counted: string[] = [];
  const limit = async ({ key }: { key: string }) => ({ success: counted.push(key) <= 20 });
  const own: LedgerEnv = {
    DB: env.LEDGER_DB,
    LIMIT_REQUESTS: { limit } as RateLimit,
    LEDGER_TOKEN: "new-token,old-token",
    LEDGER_EVENTS_SECRET: SECRET,
    METRICS_TOKEN,
    REPORT_URL,
    SETTLES_REFUNDS: "later",
    ...variables,
  };
  async function call(
    method: string,
    path: string,
    body?: object | string | Uint8Array,
    token = "new-token",
  ) {
    const init = {
      method,
      headers: { Authorization: `Bearer ${token}`, "Idempotency-Key": crypto.randomUUID() },
      ...(body !== undefined && { body: isAsSent(body) ? body : JSON.stringify(body) }),
    };
    const request = new Request(`https://ledger.test${path}`, init);
    if (body !== undefined) request.headers.set("Content-Type", "application/json");
    const response = await worker.fetch(asReceived(request), own);
    const text = await response.text();
    return { status: response.status, body: text.startsWith("{") ? JSON.parse(text) : text };
  }
  const runSchedule = () => worker.scheduled({} as ScheduledController, own);
  async function refundOf(amount: string) {
    const [wallet, merchant] = [crypto.randomUUID(), crypto.randomUUID()];
    await call("POST", "/v1/accounts", { account_id: wallet, currency: "USD", opening_balance: amount });
    await call("POST", "/v1/transactions", payment(wallet, merchant, amount));
    return (await call("POST", "/v1/transactions", refund(merchant, wallet, amount))).body;
  }
  return { call, runSchedule, refundOf, counted, own };
}

const metricsOf = async ({ call }: ReturnType<typeof startWorker>) =>
  String((await call("GET", "/metrics", undefined, METRICS_TOKEN)).body);

describe("the ledger's Worker", () => {
  it.each([
    ["DB", { DB: undefined as never }, "is not bound"],
    ["LIMIT_REQUESTS", { LIMIT_REQUESTS: undefined as never }, "is not bound"],
    ["LEDGER_TOKEN", { LEDGER_TOKEN: "" }, "is missing"],
    ["LEDGER_EVENTS_SECRET", { LEDGER_EVENTS_SECRET: "secret" }, "must be whsec_ and base64"],
    ["METRICS_TOKEN", { METRICS_TOKEN: "short" }, "must have at least 24"],
    ["REPORT_URL", { REPORT_URL: "http://payments.test" }, "must be an https URL"],
    ["REPORT_URL", { REPORT_URL: "" }, "is required where SETTLES_REFUNDS is later"],
    ["WALLET_CURRENCY", { WALLET_CURRENCY: "EURO" }, "must be an ISO 4217 currency"],
    ["SETTLES_REFUNDS", { SETTLES_REFUNDS: "soon" }, "must be at_once or later"],
  ])("responds with 503 without a valid %s, and names it in the log: %o", async (name, variables, fault) => {
    const log = muteLog();
    const { status, body } = await startWorker(variables).call("GET", "/health");
    expect({ status, body }).toEqual({ status: 503, body: { error: "service_unavailable" } });
    expect(log.at(-1)).toContain(`${name} ${fault}`);
  });

  it("accepts each of its tokens, and no other, for what moves money", async () => {
    const { call, counted } = startWorker();
    const path = `/v1/accounts/${crypto.randomUUID()}`;
    const statuses = ["new-token", "old-token", "new-token,old-token", METRICS_TOKEN, "other"].map(
      async (token) => (await call("GET", path, undefined, token)).status,
    );
    expect(await Promise.all(statuses)).toEqual([404, 404, 401, 401, 401]);
    expect(counted).toEqual(["service", "service"]);
  });

  it("refuses what is too large, and too many requests", async () => {
    const { call } = startWorker();
    const large = JSON.stringify({ ...payment("a", "b", "1.00"), description: "x".repeat(16 * 1024) });
    expect(await call("POST", "/v1/transactions", large)).toMatchObject({ status: 413 });
    for (let request = 2; request <= 20; request++) await call("GET", "/v1/accounts/a");
    expect(await call("GET", "/v1/accounts/a")).toMatchObject({ status: 429 });
  });

  it("refuses bytes that are not UTF-8", async () => {
    const { call } = startWorker();
    const bytes = new Uint8Array([...new TextEncoder().encode('{"description":"'), 0xe9, 0x22, 0x7d]);
    expect(await call("POST", "/v1/transactions", bytes)).toEqual({
      status: 400,
      body: { error: "invalid_request", details: [{ field: "body", message: "must be UTF-8" }] },
    });
  });

  it("says whether its database responds and has its tables", async () => {
    muteLog();
    expect(await startWorker().call("GET", "/health", undefined, "none")).toEqual({
      status: 200,
      body: { database: "up", contract: LEDGER_CONTRACT_VERSION },
    });
    const prepare = () => env.LEDGER_DB.prepare("SELECT 1 FROM nothing");
    const DB = { prepare } as unknown as D1Database;
    expect(await startWorker({ DB }).call("GET", "/health")).toMatchObject({ status: 503 });
  });

  it("asks its database once in two seconds, whoever asks for its health", async () => {
    moveClock(0);
    const prepare = vi.fn((text: string) => env.LEDGER_DB.prepare(text));
    const { call } = startWorker({ DB: { prepare } as unknown as D1Database });
    for (const asked of [1, 1, 2]) {
      expect(await call("GET", "/health")).toMatchObject({ status: 200 });
      expect(prepare).toHaveBeenCalledTimes(asked);
      if (prepare.mock.calls.length === 1) moveClock(asked === 1 ? 1_000 : 0);
    }
  });

  it("settles refunds at once where it is to, and has nothing to report then", async () => {
    const { refundOf, runSchedule } = startWorker({ SETTLES_REFUNDS: "", REPORT_URL: "" });
    expect(await refundOf("5.00")).toMatchObject({ status: "completed" });
    await runSchedule();
    expect(reports).toEqual([]);
  });
});

it("serves a live service that it is bound to, without an address", async () => {
  const { own, call } = startWorker({ WALLET_CURRENCY: "EUR" });
  const bound = (input: string, init: RequestInit) => worker.fetch(asReceived(new Request(input, init)), own);
  const LEDGER = { fetch: bound } as unknown as Fetcher;
  const live = { ...env, ...LIVE_VARIABLES, LEDGER_URL: "", LEDGER, LEDGER_TOKEN: "new-token" };
  const { ledger } = objectDependenciesFor(live);
  const wallet = crypto.randomUUID();
  await ledger.openWallet(wallet);
  expect(await ledger.findBalances(wallet)).toEqual([{ currency: "EUR", amountMinor: 0n }]);
  expect(await call("GET", `/v1/accounts/${wallet}`)).toMatchObject({ status: 200 });
});

it("audits its books by the schedule, page after page, and from the start again", async () => {
  const log = muteLog();
  const { runSchedule, refundOf } = startWorker({ SETTLES_REFUNDS: "", REPORT_URL: "" });
  await refundOf("5.00");
  const broken = () => log.filter((line) => line.includes("ledger_books_broken"));
  for (let minute = 0; minute < 5; minute++) await runSchedule();
  expect(broken()).toEqual([]);
  const change = (minor: number) =>
    env.LEDGER_DB.prepare(
      "UPDATE ledger_balances SET balance_minor = balance_minor + ? WHERE account_id = 'float'",
    )
      .bind(minor)
      .run();
  await change(1);
  for (let minute = 0; minute < 5; minute++) await runSchedule();
  for (const fault of ["sum_not_zero", "balance_wrong"]) expect(broken().join()).toContain(fault);
  await change(-1);
});

it.each(['{"part":"renamed"}', "{"])("starts its audit again where it stands at %s", async (cursor) => {
  muteLog();
  await env.LEDGER_DB.prepare("INSERT OR REPLACE INTO ledger_audits VALUES (1, ?)").bind(cursor).run();
  await startWorker().runSchedule();
  const stored = await env.LEDGER_DB.prepare("SELECT cursor FROM ledger_audits").first("cursor");
  expect(JSON.parse(String(stored))).toEqual({ part: "journal", after: 0 });
});

describe("what settles later", () => {
  it("is settled and reported once, soon after the response", async () => {
    const ledger = startWorker();
    const accepted = await ledger.refundOf("5.00");
    expect(accepted.status).toBe("pending");
    moveClock(2 * SECOND);
    for (const released of [1, 1, 1, 1]) {
      await expect.poll(() => waits.length).toBe(released);
      waits.shift()?.();
    }
    await expect.poll(() => reports).toHaveLength(1);
    const settled = (await ledger.call("GET", `/v1/transactions/${accepted.transaction_id}`)).body;
    expect(settled.status).toBe("completed");
    expect(JSON.parse(reports[0]?.body ?? "")).toEqual({ type: "transaction.settled", data: settled });
    await ledger.runSchedule();
    expect(reports).toHaveLength(1);
  });

  it("is reported with nothing else: the rest is the schedule's", async () => {
    const ledger = startWorker();
    const own = await ledger.refundOf("5.00");
    const other = await ledger.refundOf("5.00");
    moveClock(2 * SECOND);
    await ledger.call("GET", `/v1/transactions/${other.transaction_id}`);
    waits.shift()?.();
    for (let pause = 1; pause <= 2; pause++) {
      await expect.poll(() => waits).toHaveLength(2);
      if (pause === 1) waits.pop()?.();
    }
    expect(reports.map(({ id }) => id)).toEqual([own.transaction_id]);
    await ledger.runSchedule();
    expect(reports.map(({ id }) => id)).toEqual([own.transaction_id, other.transaction_id]);
  });

  it("is settled by the schedule, and reported at growing intervals until it is received", async () => {
    muteLog();
    const ledger = startWorker();
    const { transaction_id } = await ledger.refundOf("5.00");
    responses = [500, 401, 302];
    const attemptsAfter: number[] = [];
    for (const seconds of [1, 1, 1, 4, 1, 59, 1, 3_600]) {
      moveClock(seconds * SECOND);
      await ledger.runSchedule();
      attemptsAfter.push(reports.length);
      if (seconds === 4) expect(await metricsOf(ledger)).toContain("payments_ledger_reports_unsent 1\n");
    }
    expect(attemptsAfter).toEqual([0, 1, 2, 2, 3, 3, 4, 4]);
    expect(new Set(reports.map(({ id }) => id))).toEqual(new Set([transaction_id]));
    expect(new Set(reports.map(({ signature }) => signature)).size).toBe(4);
    expect(await metricsOf(ledger)).toContain("payments_ledger_reports_unsent 0\n");
  });

  it("is to be reported even if nobody learned that it has settled", async () => {
    const ledger = startWorker();
    const { transaction_id } = await ledger.refundOf("5.00");
    moveClock(2 * SECOND);
    const before = await metricsOf(ledger);
    expect(before).toContain("payments_ledger_settlements_due 1\n");
    await ledger.call("GET", `/v1/transactions/${transaction_id}`);
    expect(await metricsOf(ledger)).toContain("payments_ledger_settlements_due 0\n");
    await ledger.runSchedule();
    expect(reports.map(({ id }) => id)).toEqual([transaction_id]);
  });
});

it("shows the metrics to nobody without their token", async () => {
  expect(await startWorker().call("GET", "/metrics")).toMatchObject({ status: 401 });
  const without = startWorker({ METRICS_TOKEN: "" });
  expect(await without.call("GET", "/metrics", undefined, "")).toMatchObject({ status: 401 });
});
