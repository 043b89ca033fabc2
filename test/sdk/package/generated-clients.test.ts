// Clients that others' generators make of the OpenAPI document: how large they are, and that they take a payment and refund
// it without being changed. Skipped where there is no Python or Go, or where the generators cannot be downloaded.
import { execFile } from "node:child_process";
import { copyFileSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { promisify } from "node:util";
import { afterAll, describe, expect, it } from "vitest";
import { readDevVars } from "../../../src/scripts/dev-vars.ts";
import { call, clientForm, takeToken } from "../../keycloak/requests.ts";
import { useStartedCopy } from "../../scripts/use-started-copy.ts";

const PYTHON_GENERATOR = "openapi-python-client==0.29.1";
const GO_GENERATOR = "github.com/oapi-codegen/oapi-codegen/v2/cmd/oapi-codegen@v2.8.2";
/** What only administrators and wallet apps call. */
const NOT_FOR_SHOPS = "Platform,Audit trail,Wallet";

const DOCUMENT = resolve("src/assets/openapi.sandbox.json");
const PROGRAMS = resolve("test/sdk/package/generated");
const folder = mkdtempSync(join(tmpdir(), "payments-generated-clients-"));
const copy = useStartedCopy("generated-clients");
const execute = promisify(execFile);

// Go's own files may be read-only.
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** In a folder of its own. Returns what the program prints. */
async function run(program: string, ...args: string[]): Promise<string> {
  const env = { ...process.env, NO_PROXY: "localhost", GOBIN: folder };
  return (await execute(program, args, { cwd: folder, env, maxBuffer: 2 ** 26 })).stdout;
}

/** False, with a line that says so, where the generator cannot be installed. */
async function isInstalled(name: string, install: () => Promise<unknown>): Promise<boolean> {
  try {
    await install();
    return true;
  } catch (error) {
    console.log(`skipped: the client for ${name} (${(error as Error).message.split("\n")[0]})`);
    return false;
  }
}

/** The arguments of a shop's program. */
async function newShop(): Promise<string[]> {
  const { ADMIN_CLIENT_ID = "", ADMIN_CLIENT_SECRET = "" } = readDevVars(join(copy.directory, ".dev.vars"));
  const at = { serviceUrl: copy.url, authUrl: copy.url, send: fetch };
  const admin = { client_id: ADMIN_CLIENT_ID, client_secret: ADMIN_CLIENT_SECRET };
  const registration = { email: `${crypto.randomUUID()}@shop.test`, business_name: "Bean & Leaf" };
  const token = await takeToken(at, clientForm(admin));
  const shop = await call(at, 201, "POST", "/merchant/api/v1/register", token, registration);
  return [copy.url, shop.client_id, shop.client_secret];
}

/** What the programs print. */
const SEEN = `invalid_request
unauthorized
pending 12.50 data:image
completed without a code
pending
completed
`;

describe("a generated client", { timeout: 300_000 }, () => {
  it("for Python has at most 440 files, takes a payment and refunds it", async ({ skip }) => {
    const bin = (name: string) => join(folder, "venv/bin", name);
    const install = async () => {
      await run("python3", "-m", "venv", "venv");
      await run(bin("pip"), "install", "--quiet", PYTHON_GENERATOR);
    };
    if (!(await isInstalled("Python", install))) return skip();
    await run(bin("openapi-python-client"), "generate", "--path", DOCUMENT, "--output-path", "python");
    const files = readdirSync(join(folder, "python"), { recursive: true, withFileTypes: true });
    expect(files.filter((file) => file.isFile()).length).toBeLessThanOrEqual(440);
    copyFileSync(join(PROGRAMS, "shop.py"), join(folder, "python/shop.py"));
    expect(await run(bin("python"), "python/shop.py", ...(await newShop()))).toBe(SEEN);
  });

  it("for Go has at most 18,000 lines for what shops call, takes a payment and refunds it", async ({
    skip,
  }) => {
    if (!(await isInstalled("Go", () => run("go", "install", GO_GENERATOR)))) return skip();
    mkdirSync(join(folder, "payments"));
    const options = ["-generate", "types,client", "-package", "payments", "-exclude-tags", NOT_FOR_SHOPS];
    await run(join(folder, "oapi-codegen"), ...options, "-o", "payments/payments.go", DOCUMENT);
    const source = readFileSync(join(folder, "payments/payments.go"), "utf8");
    expect(source.split("\n").length).toBeLessThanOrEqual(18_000);
    copyFileSync(join(PROGRAMS, "shop.go"), join(folder, "shop.go"));
    await run("go", "mod", "init", "shop");
    await run("go", "mod", "tidy");
    expect(await run("go", "run", ".", ...(await newShop()))).toBe(SEEN);
  });
});
