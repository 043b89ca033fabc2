// The packed client, installed and used as a shop does.
import { readdirSync, readFileSync, statSync } from "node:fs";
import { join, resolve } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type PaymentsServer, startPaymentsServer } from "./payments-server.ts";
import {
  hasSupportedNode,
  makeShopFolder,
  packClient,
  readmeExamples,
  type ShopFolder,
  withoutTypes,
} from "./shop-folder.ts";

let tarball: string;
let shop: ShopFolder;
let server: PaymentsServer;

beforeAll(async () => {
  tarball = packClient();
  shop = makeShopFolder();
  shop.write(
    "package.json",
    JSON.stringify({ type: "module", scripts: { which: "node -p process.execPath" } }),
  );
  await shop.run("npm", ["install", "--offline", "--no-audit", "--no-fund", tarball]);
  server = await startPaymentsServer();
});

afterAll(() => {
  server.close();
  shop.remove();
});

describe("the packed client", () => {
  it("is at most 42 KB", () => {
    expect(statSync(tarball).size).toBeLessThanOrEqual(42 * 1024);
  });

  it("is alone in node_modules and leaves the shop its own Node", async () => {
    expect(readdirSync(join(shop.path, "node_modules")).filter((name) => !name.startsWith("."))).toEqual([
      "merchant-payments-client",
    ]);
    const { stdout: ofSystem } = await shop.run("node", ["-p", "process.execPath"]);
    const { stdout: ofScripts } = await shop.run("npm", ["run", "--silent", "which"]);
    expect(ofScripts).toBe(ofSystem);
  });

  it("has types without syntax newer than TypeScript 4.9", () => {
    const types = readFileSync(join(shop.path, "node_modules/merchant-payments-client/index.d.cts"), "utf8");
    expect(types).not.toMatch(/export type \*|\.ts"|Uint8Array<|<const |NoInfer<|\bimport\b/);
  });

  it.each([
    ["node16", "node16"],
    ["nodenext", "nodenext"],
    ["esnext", "bundler"],
  ])("type-checks with module %s and moduleResolution %s", async (module, moduleResolution) => {
    expect(readmeExamples()).toHaveLength(5);
    readmeExamples().forEach((code, i) => {
      shop.write(`example-${i}.ts`, code);
    });
    shop.write("types.ts", TYPES);
    shop.write("process.d.ts", "declare const process: { env: Record<string, string | undefined> };");
    if (module !== "esnext") shop.write("common.cts", COMMON_JS);
    const options = { module, moduleResolution, target: "es2022", lib: ["es2022", "dom"], types: [] };
    const compilerOptions = { ...options, strict: true, exactOptionalPropertyTypes: true, noEmit: true };
    const files = ["types.ts", "process.d.ts", ...readmeExamples().map((_, i) => `example-${i}.ts`)];
    if (module !== "esnext") files.push("common.cts");
    expect(await typeErrors({ compilerOptions, files })).toBe("");
    shop.write("mistakes.ts", MISTAKES);
    const found = await typeErrors({ compilerOptions, files: ["mistakes.ts"] });
    const [onReason, onCode, ...others] = found.match(/^mistakes.+$/gm) ?? [];
    expect(onReason).toMatch(/^mistakes\.ts\(2,.*'reason' does not exist/);
    expect(onCode).toMatch(/^mistakes\.ts\(3,.*"alreadypaid".* is not assignable/);
    expect(others).toEqual([]);
  });
});

/** What the compiler prints about the shop's files. */
async function typeErrors(config: object): Promise<string> {
  shop.write("tsconfig.json", JSON.stringify(config));
  const compiled = shop.run(resolve("node_modules/.bin/tsc"), ["-p", "."]).catch((error) => error);
  return (await compiled).stdout;
}

describe.runIf(hasSupportedNode())("the packed client on the system's Node", () => {
  it("takes a payment and refunds it, as in the README", async () => {
    shop.write("take-payment.js", withoutTypes(readmeExamples()[0] ?? ""));
    const { stdout, stderr } = await shop.run("node", ["take-payment.js"], { PAYMENTS_URL: server.url });
    expect(stdout).toBe("show this QR code: data:,\ncompleted\nrefund completed\n");
    const intents = "/merchant/api/v1/payment-intents";
    expect(stderr).toBe(`merchant-payments-client: POST ${intents}: colour: unknown field\n`);
    const intent = `${intents}/019aa000-0000-7000-8000-000000000001`;
    expect(server.requests).toEqual([
      `POST ${intents}`,
      `GET ${intent}`,
      `POST ${intent}/refund`,
      `GET ${intent}`,
    ]);
  });

  it("has the command, which says what it can do", async () => {
    const { stdout } = await shop.run("npx", ["merchant-payments", "--help"]);
    expect(stdout).toMatch(/^merchant-payments listen --forward-to URL .*\n[\s\S]* trigger EVENT\n/);
  });

  it("is required by CommonJS", async () => {
    shop.write("common.cjs", withoutTypes(COMMON_JS.replace("import client =", "const client =")));
    const { stdout } = await shop.run("node", ["common.cjs"], { PAYMENTS_URL: server.url });
    expect(stdout).toBe(
      "GET /merchant/api/v1/payment-intents/unknown failed with 404 payment_intent_not_found: " +
        "Payment intent not found (request_id r-1)\n",
    );
  });
});

/** What an editor must know. */
const TYPES = `
import type { FailureCode, PaymentsApiError, StoredEvent, VerifiedEvent } from "merchant-payments-client";
export function reasonOf(event: VerifiedEvent | StoredEvent): string | null {
  if (event.type === "ping") return event.data.message;
  if (event.type === "refund.failed") return event.data.reason;
  return event.data.payment_intent.reference;
}
export function isKnown({ code }: PaymentsApiError): boolean {
  const known: FailureCode = "already_paid";
  return code === known || code === "a_code_of_next_year";
}
`;

/** Only refund.failed has a reason, and a code is misspelt. */
const MISTAKES = `import type { FailureCode, StoredEvent } from "merchant-payments-client";
export const reasonOf = (event: StoredEvent) => event.data.reason;
export const code: FailureCode = "alreadypaid";
`;

const COMMON_JS = `
import client = require("merchant-payments-client");
const options = { baseUrl: process.env.PAYMENTS_URL ?? "", clientId: "shop", clientSecret: "secret" };
client.createMerchantClient(options).paymentIntents.get("unknown").catch((error: unknown) => {
  console.log(error instanceof client.PaymentsApiError ? error.message : error);
});
`;
