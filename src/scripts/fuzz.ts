// `npm run fuzz`: Schemathesis against a running service and its own document, once for every kind of caller.
// Needs `pip install schemathesis`, and RATE_LIMITS="off" in .dev.vars, or most answers are 429.
import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { readDevVars } from "./dev-vars.ts";

const BASE_URL = `http://localhost:${process.env.PORT ?? "8787"}`;
const API = "/merchant/api/v1";
const MAX_EXAMPLES = process.env.MAX_EXAMPLES ?? "25";

/**
 * JSON Schema cannot say which currencies, decimals, counters and addresses are good, so good data may be refused.
 * And a path may serve a method for another route: "recover" is also a delivery id, one that belongs to nothing.
 * DELETE deactivates a counter, which stays to be read: use after free is what is meant.
 */
const EXCLUDED_CHECKS = [
  "positive_data_acceptance",
  "unsupported_method",
  "allow_header_conformance",
  "use_after_free",
];

interface Credentials {
  client_id: string;
  client_secret: string;
}
interface Run {
  caller: string;
  token: string | null;
  /** Ids that exist, so that more than 404 is seen. */
  ids?: Record<string, string>;
}

// biome-ignore lint/suspicious/noExplicitAny: whatever the service answers
async function post(path: string, token: string, body?: object): Promise<any> {
  const headers = { Authorization: `Bearer ${token}`, "Content-Type": "application/json" };
  const response = await fetch(BASE_URL + path, {
    method: "POST",
    headers,
    body: JSON.stringify(body ?? {}),
  });
  if (!response.ok) throw new Error(`POST ${path} answered ${response.status}: ${await response.text()}`);
  return await response.json();
}

/** Tokens live for 300 seconds: every run takes its own. */
async function takeToken(credentials: Credentials): Promise<string> {
  const body = new URLSearchParams({ grant_type: "client_credentials", ...credentials });
  const path = "/realms/payment-platform/protocol/openid-connect/token";
  const response = await fetch(BASE_URL + path, { method: "POST", body });
  if (!response.ok) throw new Error(`no token for ${credentials.client_id}: ${await response.text()}`);
  return ((await response.json()) as { access_token: string }).access_token;
}

async function makeParties() {
  const { ADMIN_CLIENT_ID: client_id = "", ADMIN_CLIENT_SECRET: client_secret = "" } = readDevVars();
  const admin = { client_id, client_secret };
  const registration = { email: `fuzz-${Date.now()}@example.com`, business_name: "Fuzz & Sons" };
  const merchant = await post(`${API}/register`, await takeToken(admin), registration);
  const token = await takeToken(merchant);
  const till = await post(`${API}/counters`, token, { name: "Till" });
  const wallet = await post("/sandbox/v1/wallets", token, { currency: "USD", balance: 1_000_000 });
  const order = await post(`${API}/payment-intents`, token, { amount: 1, metadata: { a: 1 } });
  const scan = { amount: 1, scan_token: wallet.scan_token, counter_id: till.counter.id };
  const asked = await post(`${API}/scan-payment`, token, scan);
  const paid = await post(`${API}/payment-intents`, token, { amount: 2 });
  await post(`/sandbox/v1/payment-intents/${paid.payment_intent.id}/simulate`, token, { action: "pay" });
  const intents = [order, asked, paid].map(({ payment_intent }) => payment_intent.id as string);
  return { admin, merchant, till, wallet, intents };
}

/** True when Schemathesis found nothing. */
async function fuzz({ caller, token, ids = {} }: Run): Promise<boolean> {
  console.log(`\n=== ${caller} ===`);
  const config = join(mkdtempSync(join(tmpdir(), "fuzz-")), "schemathesis.toml");
  const parameters = Object.entries(ids).map(([name, id]) => `"path.${name}" = "${id}"\n`);
  writeFileSync(config, `[parameters]\n${parameters.join("")}`);
  const schemathesis = spawn(
    "st",
    [
      ...["--config-file", config, "run", `${BASE_URL}/openapi.json`, "--checks", "all"],
      ...["--exclude-checks", EXCLUDED_CHECKS.join(","), "--max-examples", MAX_EXAMPLES],
      ...["--warnings", "off", "--request-timeout", "20", "--generation-database", "none", "--no-color"],
      ...(token === null ? [] : ["--header", `Authorization: Bearer ${token}`]),
    ],
    { stdio: "inherit" },
  );
  const [status] = await once(schemathesis, "exit");
  return status === 0;
}

const { admin, merchant, till, wallet, intents } = await makeParties();
const [pending = "", asked = "", paid = ""] = intents;
const ids = { counterID: till.counter.id, merchantID: merchant.merchant_id };
const runs: (() => Promise<Run>)[] = [
  async () => ({ caller: "anyone", token: null, ids: { intentID: pending } }),
  async () => ({ caller: "counter", token: await takeToken(till), ids: { intentID: pending } }),
  async () => ({ caller: "customer", token: await takeToken(wallet), ids: { intentID: asked } }),
  async () => ({ caller: "merchant, any id", token: await takeToken(merchant) }),
  async () => ({ caller: "merchant", token: await takeToken(merchant), ids: { ...ids, intentID: paid } }),
  async () => ({ caller: "administrator", token: await takeToken(admin), ids }),
];
const clean: boolean[] = [];
for (const run of runs) clean.push(await fuzz(await run()));
process.exitCode = clean.every(Boolean) ? 0 : 1;
