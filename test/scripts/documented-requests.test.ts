// The requests that the tutorial and the list of the operators' tasks have, run in bash as they stand. Runs in Node.
import { execFile } from "node:child_process";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { promisify } from "node:util";
import { beforeAll, describe, expect, it } from "vitest";
import { readDevVars } from "#scripts/dev-vars.ts";
import { call, clientForm, takeToken } from "../keycloak/requests.ts";
import { blocksOf, commandsOf, scriptsWith, scriptWith } from "./guide-commands.ts";
import { useStartedCopy } from "./use-started-copy.ts";

const copy = useStartedCopy("documented-requests");
const run = promisify(execFile);

/** The guide's own. */
let variables: { BASE: string; API: string; ADMIN: string };

beforeAll(async () => {
  const { ADMIN_CLIENT_ID, ADMIN_CLIENT_SECRET } = readDevVars(join(copy.directory, ".dev.vars"));
  const block = scriptWith("AUTH=https")
    .replace(/^BASE=\S+/m, `BASE=${copy.url}`)
    .replace(/^AUTH=\S+/m, "AUTH=$BASE")
    .replace("client_id=…", `client_id=${ADMIN_CLIENT_ID}`)
    .replace("client_secret=…", `client_secret=${ADMIN_CLIENT_SECRET}`);
  const values = await bash(`${block}\nprintf '%s\\n' "$BASE" "$API" "$ADMIN"`);
  const [BASE = "", API = "", ADMIN = ""] = values.trim().split("\n");
  variables = { BASE, API, ADMIN };
});

/** Returns what the script prints. */
async function bash(script: string, names: Record<string, string> = {}): Promise<string> {
  const env = { ...process.env, NO_PROXY: "*", ...variables, ...names };
  return (await run("bash", ["-euo", "pipefail", "-c", script], { cwd: copy.directory, env })).stdout;
}

function definitionOfAdmin(): string {
  return scriptWith("admin()").split("\n")[0] ?? "";
}

/** Makes a counter, and the operator's desk, too. Returns the names by which the commands call them, and the email. */
async function makeMerchant() {
  const at = { serviceUrl: copy.url, authUrl: copy.url, send: fetch };
  const api = "/merchant/api/v1";
  const email = `${crypto.randomUUID()}@shop.test`;
  const registration = { email, business_name: "Bean & Leaf" };
  const merchant = await call(at, 201, "POST", `${api}/register`, variables.ADMIN, registration);
  const token = await takeToken(at, clientForm(merchant));
  const { counter } = await call(at, 201, "POST", `${api}/counters`, token, { name: "Till 1" });
  const path = `${api}/merchants/${merchant.merchant_id}`;
  const since = { since: "2026-01-01T00:00:00Z", dry_run: true };
  const { made_since } = await call(at, 200, "POST", `${path}/revoke-access`, variables.ADMIN, since);
  const limits = { top_up_max: 20, top_up_day: 20, pay_out_max: 20, pay_out_day: 20 };
  const fields = { name: "Front desk", currency: "USD", ...limits };
  const { desk } = await call(at, 201, "POST", `${api}/admin/desks`, variables.ADMIN, fields);
  const wallet = await call(at, 201, "POST", "/sandbox/v1/wallets", token, { currency: "USD", balance: 1 });
  const names = {
    WALLET_ID: wallet.wallet_id,
    MERCHANT_ID: merchant.merchant_id,
    M: copy.url + path,
    COUNTER_ID: counter.id,
  };
  return { email, names: { ...names, SUB: made_since.users[0].id, DESK_ID: desk.id } };
}

/** Uses this service's address. The block that runs a receiver until it is stopped is left out. */
function scriptOf(path: string): string {
  const blocks = blocksOf(readFileSync(path, "utf8")).filter((block) => !/^npm |createServer/m.test(block));
  return blocks.join("\n").replace(/\bBASE=[^;\s]+/, `BASE=${copy.url}`);
}

describe("the tutorial", () => {
  it("has requests that succeed, from the first to the last", async () => {
    const printed = await bash(scriptOf(".github/guides/tutorial.md"));
    expect(printed).not.toMatch(/"success":false|"error":|undefined/);
    for (const result of ['"87.50"', "Payment intent cancelled", "payment.approval_requested"])
      expect(printed).toContain(result);
  });
});

describe("the ledger's contract", () => {
  it("has a report that the service takes", async () => {
    const printed = await bash(readFileSync(".github/contracts/report.sh", "utf8"));
    expect(JSON.parse(printed)).toMatchObject({ success: true });
  });
});

/** Each has the response for an id that is unknown. */
const settlings = [
  ["/payment-intents/$ID/resolve", "payment_intent_not_found"],
  ["/movements/$MOVEMENT_ID/resolve", "movement_not_found"],
  ["/admin/payment-intents/$ID/refund", "payment_intent_not_found"],
].flatMap(([path = "", code]) => scriptsWith(path).map((script) => [script, code] as const));

describe("the operators' guide", () => {
  it.each(commandsOf("admin"))("has a request that succeeds: %s", async (command) => {
    const { email, names } = await makeMerchant();
    const filledIn = command
      .replace('"reason": "…"', '"reason": "A test"')
      .replace('"business_name": "…"', '"business_name": "Corner Shop"')
      .replace('"email": "…"', `"email": "${/PATCH|register/.test(command) ? `new-${email}` : email}"`);
    expect(filledIn).not.toContain("…");
    const printed = await bash(`${definitionOfAdmin()}\n${filledIn}`, names);
    expect(JSON.parse(printed)).toMatchObject({ success: true });
  });

  const requests = commandsOf("curl").filter(
    (line) => line.includes("$API/admin/") && /"Authorization: [^"]+"$/.test(line),
  );

  it("has as many requests as ever", () => {
    expect(commandsOf("admin").length).toBeGreaterThanOrEqual(27);
    expect(requests.length).toBeGreaterThanOrEqual(4);
    expect(settlings).toHaveLength(5);
  });

  it.each(requests)("has a request that succeeds: %s", async (command) => {
    const { names } = await makeMerchant();
    expect(JSON.parse(await bash(command, names))).toMatchObject({ success: true });
  });

  it.each(settlings)("settles by hand with a request that the service knows: %s", async (script, code) => {
    const id = crypto.randomUUID();
    const printed = await bash(script.replace("…", "tx-1"), { ID: id, MOVEMENT_ID: id });
    expect(JSON.parse(printed)).toMatchObject({ code });
  });

  it("exports a whole merchant", async () => {
    const { names } = await makeMerchant();
    await bash(scriptWith("/export"), names);
    const lines = readFileSync(join(copy.directory, "merchant.ndjson"), "utf8").trim().split("\n");
    const types = lines.map((line) => JSON.parse(line).type);
    expect(types).toEqual(expect.arrayContaining(["header", "merchant", "counter"]));
    expect(JSON.parse(lines.at(-1) ?? "")).toMatchObject({ type: "end", next_cursor: null });
  });

  it("erases a merchant with a request that the service knows, and refuses for 48 hours", async () => {
    const { names } = await makeMerchant();
    const close = commandsOf("admin").find((command) => command.includes("$M/close")) ?? "";
    await bash(`${definitionOfAdmin()}\n${close}`, names);
    const printed = await bash(scriptWith("/erase"), names);
    expect(JSON.parse(printed)).toMatchObject({ code: "merchant_not_quiet" });
  });

  it("encrypts stored secrets anew", async () => {
    expect(await bash("npm run --silent reseal")).toContain("0 values under an old key");
  });

  it("checks the local service", async () => {
    expect(await bash("npm run --silent doctor")).not.toContain("FAIL");
  });
});
