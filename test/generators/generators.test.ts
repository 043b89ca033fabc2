// `npm run test:generators`: each generator makes a client of the OpenAPI document as it is; it compiles, takes a payment and
// refunds it, and reads the responses of a later release. Skipped, with the reason, where a program is missing or nothing
// can be downloaded, unless REQUIRE_GENERATORS=1. Without `--mode generators`, those that are short.
import { execFile } from "node:child_process";
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { promisify } from "node:util";
import { afterAll, describe, expect, inject, it, type TestContext } from "vitest";
import { cacheFolder } from "#scripts/cache-folder.ts";
import { readDevVars } from "#scripts/dev-vars.ts";
import { AUDIENCES, documentFor } from "#scripts/openapi/audiences.ts";
import { call, clientForm, takeToken } from "../keycloak/requests.ts";
import { useStartedCopy } from "../scripts/use-started-copy.ts";
import { SYSTEM_ENV } from "../sdk/package/shop-folder.ts";
import { GENERATORS, LINTERS, STORY } from "./generators.ts";
import { laterValues } from "./later-values.ts";

const IS_ALL = inject("allGenerators");
const CLIENTS = resolve("test/generators/clients");
const CACHE = cacheFolder("generators");
const folder = mkdtempSync(join(tmpdir(), "payments-generators-"));
/** A shop's developer generates a client of the shop's document. */
const DOCUMENT = join(folder, "shop.json");
const copy = useStartedCopy("generators");
const execute = promisify(execFile);
/** How much is shown of what a failing command has printed: compilers repeat themselves. */
const SHOWN_LENGTH = 3_000;

const ENVIRONMENT = {
  ...SYSTEM_ENV,
  DOCUMENT,
  CACHE,
  GOBIN: join(CACHE, "go"),
  NO_PROXY: "localhost",
  PIP_DISABLE_PIP_VERSION_CHECK: "1",
};

/** What each program of a shop prints. */
const SEEN = `invalid_request
unauthorized
pending 12.50 data:image
completed without a code
pending
completed
`;

const shop = documentFor("shop", JSON.parse(readFileSync("src/assets/openapi.sandbox.json", "utf8")));
writeFileSync(DOCUMENT, JSON.stringify(shop));
const later = laterValues(shop);

// Go's own files may be read-only.
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** A folder with these programs of clients/. Returns what runs a command in it and returns what that prints. */
function workshop(name: string, programs: readonly string[]) {
  const cwd = join(folder, name.replaceAll(" ", "-"));
  mkdirSync(cwd);
  for (const each of programs) cpSync(join(CLIENTS, each), cwd, { recursive: true });
  writeFileSync(join(cwd, "later-values.json"), JSON.stringify(later));
  writeFileSync(join(cwd, "later-values.ts"), typedValues());
  writeFileSync(join(cwd, "package.json"), JSON.stringify({ type: "module" }));
  return async (command: string, ...args: string[]) => {
    const options = { cwd, env: ENVIRONMENT, maxBuffer: 2 ** 26 };
    try {
      return (await execute("sh", ["-c", `${command} "$@"`, "sh", ...args], options)).stdout;
    } catch (error) {
      const { stdout, stderr } = error as { stdout: string; stderr: string };
      throw new Error(`${command}\n${(stderr + stdout).slice(0, SHOWN_LENGTH)}`);
    }
  };
}

/** A program that compiles where the types of openapi-typescript allow the values, and prints their names. */
function typedValues(): string {
  const typed = Object.entries(later).map(
    ([name, value]) =>
      `const ${name}: components["schemas"]["${name}"] = ${JSON.stringify(value)};\nvoid ${name};\nconsole.log("${name}");`,
  );
  return ['import type { components } from "./payments.d.ts";', ...typed].join("\n");
}

/** Skips the test, and says why, where the machine lacks a program or downloads fail. */
async function prepare(
  run: ReturnType<typeof workshop>,
  { get, needs = [] }: { get: string; needs?: readonly string[] },
  { skip, task }: TestContext,
): Promise<void> {
  const commands = [...needs.map((program) => [`command -v ${program}`, `there is no ${program}`]), [get]];
  for (const [command = "", reason] of commands) {
    try {
      await run(command);
    } catch (error) {
      if (process.env.REQUIRE_GENERATORS === "1") throw error;
      const note = `skipped: ${task.name}: ${reason ?? (error as Error).message}`;
      console.log(note);
      skip(note);
    }
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

describe("a client of the document compiles, pays and refunds, by", { timeout: 600_000 }, () => {
  it.for(GENERATORS.filter(({ isShort }) => IS_ALL || isShort))("$name", async (generator, context) => {
    const { name, programs, generate, compile, size, read, pay } = generator;
    const run = workshop(name, [programs, "read"]);
    await prepare(run, generator, context);
    await run(generate);
    await run(compile);
    if (size !== undefined) expect(Number(await run(size.count))).toBeLessThanOrEqual(size.most);
    if (read !== undefined) expect((await run(read)).trim().split("\n")).toEqual(Object.keys(later));
    if (pay !== undefined) expect(await run(pay, ...(await newShop()))).toBe(SEEN);
  });
});

describe.runIf(IS_ALL)("the documents are clean for", { timeout: 600_000 }, () => {
  it.for(LINTERS)("$name", async (linter, context) => {
    const run = workshop(linter.name, []);
    await prepare(run, linter, context);
    for (const settings of [".spectral.yaml", "redocly.yaml"]) await run(`cp ${resolve(settings)} .`);
    await execute(process.execPath, ["src/scripts/build-assets.ts"]);
    const names = ["openapi.json", ...AUDIENCES.map((audience) => `openapi/${audience}.json`)];
    for (const environment of ["sandbox", "live"])
      await run(linter.lint, ...names.map((name) => resolve(`dist/assets/${environment}/${name}`)));
    await run(linter.lint, resolve("src/assets/openapi-ledger.json"));
  });
});

describe.runIf(IS_ALL)("the story that is served with the documents", { timeout: 600_000 }, () => {
  it("is played by redocly", async (context) => {
    const run = workshop("story", []);
    await prepare(run, STORY, context);
    const [url, id, secret] = await newShop();
    for (const name of ["story.arazzo.yaml", "shop.json"])
      writeFileSync(join(folder, "story", name), await (await fetch(`${url}/openapi/${name}`)).text());
    const printed = await run(STORY.play, "-i", `client_id=${id}`, "-i", `client_secret=${secret}`);
    expect(printed).toMatch(/Workflows: 3 passed, 3 total\s+Steps: 13 passed, 13 total/);
  });
});
