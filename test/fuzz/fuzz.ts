// `npm run fuzz`: runs Schemathesis against a copy of the service, at FUZZ_PORT or 8803, and its OpenAPI document, once
// per kind of caller. Needs `pip install schemathesis`. MAX_EXAMPLES is how much is tried of each operation.
import { once } from "node:events";
import { mkdtempSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { startChild } from "#scripts/child-process.ts";
import { readDevVars } from "#scripts/dev-vars.ts";
import { fetchToken } from "#scripts/fetch-token.ts";
import { localService } from "#scripts/local-service.ts";
import type { OpenApiDocument, OperationObject } from "#scripts/openapi/types.ts";
import { readFreePort } from "#scripts/port.ts";
import { run, ScriptError } from "#scripts/run.ts";
import { workInCopy } from "../scripts/project-copy.ts";

const DEFAULT_PORT = 8803;
const BASE_URL = `http://localhost:${process.env.FUZZ_PORT ?? DEFAULT_PORT}`;
const API = "/merchant/api/v1";
const MAX_EXAMPLES = process.env.MAX_EXAMPLES ?? "25";

/**
 * JSON Schema cannot express which currencies, decimals, counters and addresses are valid, so data that
 * matches the schema may be refused. A path may match another route's pattern: "recover" could also be a
 * delivery id. And DELETE only deactivates a counter, which can still be read.
 */
const EXCLUDED_CHECKS = [
  "positive_data_acceptance",
  "unsupported_method",
  "allow_header_conformance",
  "use_after_free",
];

interface Run {
  caller: string;
  token: string | null;
  /** Ids that exist, so that not every response is a 404. */
  ids?: Record<string, string>;
}

// biome-ignore lint/suspicious/noExplicitAny: the JSON of any response
async function post(path: string, token: string, body?: object): Promise<any> {
  const headers = { Authorization: `Bearer ${token}`, "Content-Type": "application/json" };
  const response = await fetch(BASE_URL + path, {
    method: "POST",
    headers,
    body: JSON.stringify(body ?? {}),
  });
  if (!response.ok) throw new Error(`POST ${path} failed with ${response.status}: ${await response.text()}`);
  return await response.json();
}

async function createFixtures() {
  const { ADMIN_CLIENT_ID: client_id = "", ADMIN_CLIENT_SECRET: client_secret = "" } = readDevVars();
  const admin = { client_id, client_secret };
  const registration = { email: `fuzz-${Date.now()}@example.com`, business_name: "Fuzz & Sons" };
  const merchant = await post(`${API}/register`, await fetchToken(BASE_URL, admin), registration);
  const token = await fetchToken(BASE_URL, merchant);
  const till = await post(`${API}/counters`, token, { name: "Till" });
  const wallet = await post("/sandbox/v1/wallets", token, { currency: "USD", balance: 1_000_000 });
  const order = await post(`${API}/payment-intents`, token, { amount: 1, metadata: { a: 1 } });
  const scan = { amount: 1, scan_token: wallet.scan_token, counter_id: till.counter.id };
  const scanned = await post(`${API}/scan-payment`, token, scan);
  const paid = await post(`${API}/payment-intents`, token, { amount: 2 });
  await post(`/sandbox/v1/payment-intents/${paid.payment_intent.id}/simulate`, token, { action: "pay" });
  const idOf = (response: { payment_intent: { id: string } }) => response.payment_intent.id;
  const ids = { pending: idOf(order), scanned: idOf(scanned), paid: idOf(paid) };
  return { admin, merchant, till, wallet, ...ids };
}

/** Adds the statuses that `default` stands for: Schemathesis would take it for every other. */
async function documentByStatus(): Promise<string> {
  const document = (await (await fetch(`${BASE_URL}/openapi.json`)).json()) as OpenApiDocument;
  const { AnyFailure } = document.components.responses;
  const statuses = Array.from(AnyFailure?.description.matchAll(/^- (\d+) /gm) ?? [], ([, status]) => status);
  for (const operation of Object.values(document.paths).flatMap(Object.values<OperationObject>)) {
    const { default: common, ...own } = operation.responses;
    operation.responses = { ...Object.fromEntries(statuses.map((status) => [status, common])), ...own };
  }
  return JSON.stringify(document);
}

/** Returns true when Schemathesis found nothing. */
async function fuzz({ caller, token, ids = {} }: Run): Promise<boolean> {
  console.log(`\n=== ${caller} ===`);
  const folder = mkdtempSync(join(tmpdir(), "fuzz-"));
  const [config, document] = [join(folder, "schemathesis.toml"), join(folder, "openapi.json")];
  writeFileSync(document, await documentByStatus());
  const parameters = Object.entries(ids).map(([name, id]) => `"path.${name}" = "${id}"\n`);
  writeFileSync(config, `[parameters]\n${parameters.join("")}`);
  const schemathesis = startChild(
    "st",
    [
      ...["--config-file", config, "run", document, "--url", BASE_URL, "--checks", "all"],
      ...["--exclude-checks", EXCLUDED_CHECKS.join(","), "--max-examples", MAX_EXAMPLES],
      ...["--warnings", "off", "--request-timeout", "20", "--generation-database", "none", "--no-color"],
      ...(token === null ? [] : ["--header", `Authorization: Bearer ${token}`]),
    ],
    // It leaves files where it runs.
    { stdio: "inherit", cwd: folder },
  );
  const [status] = await once(schemathesis, "exit").catch(() => {
    throw new ScriptError("The command st cannot be run: pip install schemathesis.");
  });
  return status === 0;
}

async function fuzzAsEveryCaller(): Promise<void> {
  const port = await readFreePort("FUZZ_PORT", DEFAULT_PORT, "npm run fuzz");
  // With limits, most requests would fail.
  workInCopy("fuzz", { RATE_LIMITS: "off" });
  const service = localService({ port, log: "service.log" });
  await service.start();
  type Fixtures = Awaited<ReturnType<typeof createFixtures>>;
  const idsOf = ({ till, merchant }: Fixtures) => ({
    counterID: till.counter.id,
    merchantID: merchant.merchant_id,
  });
  const runs: ((fixtures: Fixtures) => Promise<Run>)[] = [
    async ({ pending }) => ({ caller: "anyone", token: null, ids: { intentID: pending } }),
    async ({ till, pending }) => ({
      caller: "counter",
      token: await fetchToken(BASE_URL, till),
      ids: { intentID: pending },
    }),
    async ({ wallet, scanned }) => ({
      caller: "customer",
      token: await fetchToken(BASE_URL, wallet),
      ids: { intentID: scanned },
    }),
    async ({ merchant }) => ({ caller: "merchant, any id", token: await fetchToken(BASE_URL, merchant) }),
    async (fixtures) => ({
      caller: "merchant",
      token: await fetchToken(BASE_URL, fixtures.merchant),
      ids: { ...idsOf(fixtures), intentID: fixtures.paid },
    }),
    async (fixtures) => ({
      caller: "administrator",
      token: await fetchToken(BASE_URL, fixtures.admin),
      ids: idsOf(fixtures),
    }),
  ];
  const results: boolean[] = [];
  // A merchant's run ends with other credentials, and tokens expire after 300 seconds: each run has fixtures of its own.
  for (const prepareRun of runs) results.push(await fuzz(await prepareRun(await createFixtures())));
  await service.end("SIGTERM");
  process.exitCode = results.every(Boolean) ? 0 : 1;
}

await run(fuzzAsEveryCaller);
