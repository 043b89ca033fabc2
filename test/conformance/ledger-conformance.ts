// `npm run test:ledger -- URL …`: whether a ledger does what the service relies on, one line for each requirement. Exits
// with 1 when it does not. USAGE in arguments.ts says what it takes.
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { newWebhookSecret } from "#core/webhooks/sign.ts";
import { startLocalLedger } from "#scripts/local-ledger.ts";
import { readFreePort } from "#scripts/port.ts";
import { run } from "#scripts/run.ts";
import { serve } from "#scripts/serve.ts";
import { GivenAccounts, OpenedAccounts } from "./accounts.ts";
import { type Arguments, readArguments, USAGE } from "./arguments.ts";
import { checkConformance, lineOf, summaryOf } from "./conformance.ts";
import { createBridge } from "./formance/bridge.ts";
import { LedgerUnderTest } from "./ledger-under-test.ts";
import { Pair } from "./pair.ts";
import { ReportReceiver } from "./report-receiver.ts";
import { REQUIREMENTS } from "./requirements/all.ts";

await run(async () => {
  const args = readArguments(process.argv.slice(2), process.env);
  const { url, reports } = await openLedger(args);
  const ledger = new LedgerUnderTest(url, args.token, args.waitMs);
  const { given, currency, waitMs } = args;
  const accounts =
    given === null
      ? new OpenedAccounts(ledger, currency)
      : new GivenAccounts(new Pair(ledger, given.wallet, given.merchant, currency));
  console.log(`Checking ${url}.\n`);
  const scene = { ledger, accounts, reports, waitMs };
  const outcomes = await checkConformance(scene, (outcome) => console.log(lineOf(outcome)), REQUIREMENTS);
  console.log(`\n${summaryOf(outcomes)}`);
  process.exit(outcomes.some(({ result }) => result === "failed") ? 1 : 0);
}, USAGE);

/** Starts the ledger's Worker, with new books, when no other ledger is named. */
async function openLedger(args: Arguments): Promise<{ url: string; reports: ReportReceiver | null }> {
  if (args.url !== null && args.isFormance) {
    const bridge = await serve(createBridge({ fetch, baseUrl: args.url, token: args.token }));
    return { url: bridge.url, reports: null };
  }
  if (args.url !== null) return { url: args.url, reports: await listen(args.reports) };
  const port = await readFreePort("LEDGER_PORT", 8790, "npm run test:ledger");
  const eventsSecret = newWebhookSecret();
  const reports = new ReportReceiver(eventsSecret);
  const reportUrl = await reports.listen("127.0.0.1", 0);
  const directory = mkdtempSync(join(tmpdir(), "payments-ledger-"));
  process.on("exit", () => rmSync(directory, { recursive: true, force: true }));
  const { url } = await startLocalLedger({ token: args.token, port, directory, eventsSecret, reportUrl });
  return { url, reports };
}

async function listen(options: Arguments["reports"]): Promise<ReportReceiver | null> {
  if (options === null) return null;
  const reports = new ReportReceiver(options.secret);
  console.log(`Listening for reports at ${await reports.listen(options.host, options.port)}.`);
  return reports;
}
