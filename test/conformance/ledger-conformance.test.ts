// What `npm run test:ledger` says of ledgers: of one with each mistake, of the embedded one, and of the ledger's Worker.
// Over HTTP on loopback.
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, describe, expect, inject, it, vi } from "vitest";
import { newWebhookSecret } from "#core/webhooks/sign.ts";
import { startLocalLedger } from "#scripts/local-ledger.ts";
import { serve } from "#scripts/serve.ts";
import { Exchanges, ledgerDocument } from "../scripts/ledger-document.ts";
import { freePort } from "../scripts/project-copy.ts";
import { createNodeLedger, TOKEN } from "../support/node-ledger.ts";
import { type Accounts, GivenAccounts, OpenedAccounts } from "./accounts.ts";
import { checkConformance, lineOf, type Outcome } from "./conformance.ts";
import { MISTAKES } from "./ledger-mistakes.ts";
import { LedgerUnderTest } from "./ledger-under-test.ts";
import { startMistaken } from "./mistaken-ledger.ts";
import type { Patch } from "./mistaken-source.ts";
import { Pair } from "./pair.ts";
import { ReportReceiver } from "./report-receiver.ts";
import type { Requirement } from "./requirement.ts";
import { REQUIREMENTS } from "./requirements/all.ts";

const WAIT_MS = 1500;
/** It settles after two seconds, and its second repetition of a report comes six seconds after the first. */
const WORKER_WAIT_MS = 30_000;
/** What the requirements at the end look back on. */
const ALWAYS = ["refund.moves", "read.unknown"];
const ends: (() => unknown)[] = [];

for (const level of ["warn", "error"] as const) vi.spyOn(console, level).mockImplementation(() => undefined);

afterAll(async () => {
  for (const end of ends) await end();
});

async function startReports() {
  const reports = new ReportReceiver(newWebhookSecret());
  ends.push(() => reports.close());
  return { reports, target: { url: await reports.listen("127.0.0.1", 0), secret: reports.secret } };
}

async function startWith(mistake: readonly Patch[]) {
  const { reports, target } = await startReports();
  const { url, close } = await startMistaken(mistake, target);
  ends.push(close);
  return { reports, ledger: new LedgerUnderTest(url, TOKEN, WAIT_MS) };
}

/** The ledger as the sandbox mounts it, with a clock twenty times as fast. It reports nothing by itself. */
async function startEmbedded(exchanges: Exchanges): Promise<LedgerUnderTest> {
  const startedAt = Date.now();
  const ledger = createNodeLedger({ now: () => startedAt + 20 * (Date.now() - startedAt) });
  const served = await serve(exchanges.observe((request) => ledger.fetch(request)));
  ends.push(served.close);
  return new LedgerUnderTest(served.url, TOKEN, WAIT_MS);
}

/** The ledger's Worker, as a process with a database of its own. */
async function startWorker() {
  const { reports, target } = await startReports();
  const directory = mkdtempSync(join(tmpdir(), "payments-ledger-"));
  ends.push(() => rmSync(directory, { recursive: true, force: true }));
  const options = { port: await freePort(), directory, token: TOKEN };
  const ledger = await startLocalLedger({ ...options, eventsSecret: target.secret, reportUrl: target.url });
  ends.unshift(ledger.end);
  return { reports, ledger: new LedgerUnderTest(ledger.url, TOKEN, WORKER_WAIT_MS) };
}

function check(
  { ledger, reports }: { ledger: LedgerUnderTest; reports: ReportReceiver | null },
  accounts: Accounts = new OpenedAccounts(ledger, "USD"),
  requirements: readonly Requirement[] = REQUIREMENTS,
  waitMs = WAIT_MS,
): Promise<Outcome[]> {
  return checkConformance({ ledger, accounts, reports, waitMs }, () => undefined, requirements);
}

const not = (outcomes: Outcome[], result: Outcome["result"]) =>
  outcomes.filter((outcome) => outcome.result !== result).map(lineOf);
const idsOf = (outcomes: Outcome[], result: Outcome["result"]) =>
  outcomes.filter((outcome) => outcome.result === result).map(({ requirement }) => requirement.id);

describe.concurrent("the conformance suite", { timeout: 900_000 }, () => {
  it("finds no fault with the embedded ledger, whose every response is in the document", async () => {
    const exchanges = new Exchanges();
    const outcomes = await check({ ledger: await startEmbedded(exchanges), reports: null });
    expect(idsOf(outcomes, "failed")).toEqual([]);
    expect(idsOf(outcomes, "skipped")).toEqual([...idsIn("report"), "sum.given-back"]);
    expect(exchanges.faults).toEqual([]);
    const operations = Object.values(ledgerDocument.paths).flatMap((item) => Object.values(item));
    const documented = operations.map(({ operationId }) => operationId);
    expect(new Set([...exchanges.seen].map((seen) => seen.split(" ")[0]))).toEqual(new Set(documented));
  });

  it("finds no fault with the ledger's Worker, a process of its own", async () => {
    const worker = await startWorker();
    const outcomes = await check(worker, undefined, undefined, WORKER_WAIT_MS);
    expect(not(outcomes, "passed")).toEqual([expect.stringMatching(/^skipped +sum.given-back/)]);
  });

  it("gives back what it has moved between accounts that it was given", async () => {
    const ledger = await startEmbedded(new Exchanges());
    const [wallet, merchant] = [crypto.randomUUID(), crypto.randomUUID()];
    const body = { account_id: wallet, currency: "USD", opening_balance: "50.00" };
    await ledger.call("POST", "/v1/accounts", { body });
    const outcomes = await check(
      { ledger, reports: null },
      new GivenAccounts(new Pair(ledger, wallet, merchant, "USD")),
    );
    expect(idsOf(outcomes, "failed")).toEqual([]);
    const skipped = ["amount.currencies", "amount.largest", ...idsIn("report")];
    expect(idsOf(outcomes, "skipped")).toEqual(skipped);
    expect(await ledger.balanceOf(wallet, "USD")).toBe(5000);
    expect(await ledger.balanceOf(merchant, "USD")).toBe(0);
  });

  it("finds no fault with the ledger that mistakes are planted in", async () => {
    const outcomes = await check(await startWith([]));
    expect(not(outcomes, "passed")).toEqual([expect.stringMatching(/^skipped +sum.given-back/)]);
  });

  it.each(Object.entries(MISTAKES))("names a ledger that %s", async (_, [names, ...patches]) => {
    const unmet = names.split(" ");
    const wanted = REQUIREMENTS.filter(({ id }) => ALWAYS.includes(id) || unmet.includes(id));
    // All of them take a minute or two.
    const requirements = inject("longTests") ? REQUIREMENTS : wanted;
    const outcomes = await check(await startWith(patches), undefined, requirements);
    expect(idsOf(outcomes, "failed")).toEqual(expect.arrayContaining(unmet));
  });

  it("has a mistake for nearly every requirement", () => {
    const named = new Set(Object.values(MISTAKES).flatMap(([names]) => names.split(" ")));
    const unnamed = REQUIREMENTS.filter(({ id }) => !named.has(id)).map(({ id }) => id);
    expect(unnamed).toEqual(["sum.given-back"]);
  });
});

function idsIn(group: string): string[] {
  return REQUIREMENTS.map(({ id }) => id).filter((id) => id.startsWith(`${group}.`));
}
