import { existsSync, statfsSync } from "node:fs";
import { resolve } from "node:path";
import { cloudflareTest, readD1Migrations } from "@cloudflare/vitest-plugin";
import { defineConfig, defineProject } from "vitest/config";

const MEMORY_FOLDER = "/dev/shm";
const MEMORY_NEEDED_BYTES = 2 ** 30;

/** In memory where the system has a folder for it: on a disk, waiting for writes takes a quarter of the run. */
function useMemoryForTemporaryFiles(): void {
  if (!existsSync(MEMORY_FOLDER)) return;
  const { bavail, bsize } = statfsSync(MEMORY_FOLDER);
  if (bavail * bsize >= MEMORY_NEEDED_BYTES) process.env.TMPDIR = MEMORY_FOLDER;
}

useMemoryForTemporaryFiles();

/** Bindings here win over .dev.vars, so that a developer's own secrets never reach a test. */
const SECRETS = {
  ENVIRONMENT: "sandbox",
  PUBLIC_URL: "http://payments.test",
  AUTH_URL: "",
  AUTH_ADMIN_URL: "",
  LEDGER_URL: "",
  LEDGER_KIND: "contract",
  WEBHOOK_ALLOW_PRIVATE: "true",
  RATE_LIMITS: "off",
  SCAN_TOKENS: "any",
  CODES: "",
  SANDBOX_SIGNUP: "on",
  ADJUSTMENT_LIMITS: "USD:500/2000",
  CELLS: "",
  PUSH_SERVICES: "",
  DOH_URL: "",
  WALLET_EVENTS_URL: "",
  WALLET_APP_URL: "",
  MASTER_KEY: "dGVzdC1tYXN0ZXIta2V5LW9mLTMyLWJ5dGVzLWxvbmc=",
  IDEMPOTENCY_KEY_SECRET: "dGVzdC1pZGVtcG90ZW5jeS1rZXktc2VjcmV0LTMyISE=",
  WALLET_ID_SECRET: "dGVzdC13YWxsZXQtaWQtc2VjcmV0LTMyLWJ5dGVzISE=",
  ADMIN_CLIENT_ID: "platform-admin",
  ADMIN_CLIENT_SECRET: "test-admin-secret",
  AUTH_ADMIN_CLIENT_ID: "",
  AUTH_ADMIN_CLIENT_SECRET: "",
  LEDGER_TOKEN: "test-ledger-token",
  OPERATOR_ALERT_URL: "",
  VAPID_PUBLIC_KEY: "BABLuhKkDYRFSJ8zle2uJrypToQaUhmguWqIK5A_5sT5z73Y87t8_CKY0B_y0W-IWjrYBTyqvb7LzrC9cY-kbag",
  VAPID_PRIVATE_KEY: "zslm-cyVoa2lEYVj9Vov2vRu7rOVTwrUYIMv9EEoQHc",
  VAPID_SUBJECT: "mailto:operator@payments.test",
  METRICS_TOKEN: "test-metrics-token-of-a-scraper",
  PLACES_TOKEN: "test-token-of-npm-run-places",
  LEDGER_EVENTS_SECRET: "whsec_dGVzdC1sZWRnZXItZXZlbnRzLXNlY3JldC0zMmJ5dGU=",
};

/** Everything that imports the module gets the stand-in, but for the stand-in itself. */
const replace = (module: RegExp, by: string) => {
  const standIn = resolve(by);
  return {
    name: `replace-by-${by}`,
    enforce: "pre",
    resolveId: (source: string, importer: string | undefined) =>
      module.test(source) && importer !== standIn ? standIn : null,
  } as const;
};

/**
 * uuid's v7 never goes back to before the last id that it has made, and files that share it move the clock: ids are made by
 * the clock alone.
 */
const idsByTheClock = replace(/^uuid$/, "test/simulate/platform/uuid.ts");
const shardsMidway = replace(/^[.#].*\/shard-ids\.ts$/, "test/support/shard-ids-midway.ts");

/** Bundled, because every file evaluates them again and unbundled they are hundreds of modules. */
const DEPENDENCIES = [
  "@hono/zod-validator",
  "drizzle-orm",
  "drizzle-orm/d1",
  "drizzle-orm/sqlite-core",
  "hono",
  "hono/body-limit",
  "hono/cookie",
  "hono/factory",
  "hono/html",
  "hono/http-exception",
  "hono/route",
  "jose",
  "uuid",
  "zod/mini",
  "zod/v4/core",
];

/** Tests that run in Node alone. */
const NODE_FOLDERS = [
  "attack",
  "bench",
  "chaos",
  "conformance",
  "cost",
  "generators",
  "keycloak",
  "mutants",
  "pages",
  "parts/*/{pages,scripts}",
  "scripts",
  "sdk/cli",
  "sdk/package",
  "simulate",
];

/** These start processes, or take as long: `npm run test:tools`. */
const TOOLS = [
  "test/attack/attack.test.ts",
  "test/bench/routes.test.ts",
  "test/chaos/chaos.test.ts",
  "test/conformance/formance-conformance.test.ts",
  "test/conformance/ledger-conformance.test.ts",
  "test/generators/generators.test.ts",
  "test/keycloak/keycloak-skipped.test.ts",
  "test/parts/dashboard/scripts/spreadsheets.test.ts",
  "test/scripts/audit-ledger.test.ts",
  "test/scripts/bill-of-materials.test.ts",
  "test/scripts/bundle-size.test.ts",
  "test/scripts/deploy.test.ts",
  "test/scripts/deploy-account.test.ts",
  "test/scripts/doctor-command.test.ts",
  "test/scripts/documented-requests.test.ts",
  "test/scripts/local-database.test.ts",
  "test/scripts/local-ledger.test.ts",
  "test/scripts/npm-scripts.test.ts",
  "test/scripts/operators-guide.test.ts",
  "test/scripts/own-node.test.ts",
  "test/scripts/places-command.test.ts",
  "test/scripts/push-process.test.ts",
  "test/scripts/readable-codes.test.ts",
  "test/scripts/start.test.ts",
  "test/scripts/start-live.test.ts",
  "test/scripts/stranger.test.ts",
  "test/scripts/weight.test.ts",
  "test/sdk/package/packed-client.test.ts",
  "test/simulate/simulated-faults.test.ts",
];

const IN_NODE = [...[...NODE_FOLDERS, "parts"].map((folder) => `test/${folder}/*.test.ts`), "test/pages/**"];

/** For what never ends: what a busy machine reaches late, it has reached. */
const PATIENCE = { testTimeout: 240_000, hookTimeout: 240_000, expect: { poll: { timeout: 60_000 } } };

/** The slot is `SPREAD_SLOT` of test/support/cell-names.ts. */
const CELLS = "1,6@2020-01-01T00:00:00Z/5b2ea";

const CELLS_TESTS = ["test/cells/*.test.ts", "test/parts/*/cells/*.test.ts"];

/** `cells`: payments are in cells from the beginning. `midway`: some of each merchant's are at home. */
type Variant = "cells" | "midway";

const VARIANTS = {
  cells: { name: "cells", include: CELLS_TESTS, bindings: { CELLS } },
  midway: { name: "cells midway", include: [], bindings: { CELLS } },
};

/** Suites that also run with payments in cells, `npm run test:cells`, but for these files. */
const ON_CELLS = [
  "test/{cells,durable,http,queue}/**/*.test.ts",
  "test/parts/*/{cells,http,queue}/*.test.ts",
];
const NOT_ON_CELLS = [
  // What D1 is asked, and what that costs, where it has everything.
  "test/durable/cost.test.ts",
  "test/durable/trip-counts.test.ts",
  "test/queue/sweep-limits.test.ts",
  // It counts what is sealed at home. Copies in cells count in test/parts/operations/cells/master-keys.test.ts.
  "test/parts/operations/http/master-keys.test.ts",
  // D1 is put back. A cell is put back on its own.
  "test/durable/restore.test.ts",
  // At addresses where this release cannot have cells.
  "test/parts/playground/http/playground-page.test.ts",
];

const NOT_MIDWAY = [
  ...NOT_ON_CELLS,
  ...CELLS_TESTS,
  // Requests at the same moment in two shards do not count each other.
  "test/http/wallet/parallel-scans.test.ts",
];

export const workers = (mode: string, variant?: Variant) => {
  const {
    name = "workerd",
    include = ["test/**/*.test.ts"],
    bindings = {},
  } = variant === undefined ? {} : VARIANTS[variant];
  return defineProject({
    plugins: [
      idsByTheClock,
      ...(variant === "midway" ? [shardsMidway] : []),
      cloudflareTest(async () => ({
        wrangler: { configPath: "./wrangler.toml" },
        miniflare: {
          bindings: {
            ...SECRETS,
            ...bindings,
            TEST_MIGRATIONS: await readD1Migrations("./migrations"),
            TEST_LEDGER_MIGRATIONS: await readD1Migrations("./migrations/ledger"),
          },
          // The ledger has it as a Worker of its own.
          d1Databases: ["LEDGER_DB"],
          // Nothing leaves the machine, not even a DNS query.
          outboundService: () => new Response("tests have no network", { status: 502 }),
        },
      })),
    ],
    test: {
      name,
      include: mode === "cells" ? ON_CELLS : include,
      exclude: excludedFrom(mode, variant),
      setupFiles: ["./test/setup.ts"],
      // Starting workerd takes longer than most files run. test/setup.ts isolates the files from each other.
      isolate: false,
      // Intercepted, a line that an object or a queue consumer logs while a file ends makes the run hang
      // (https://github.com/cloudflare/workers-sdk/issues/15719).
      disableConsoleIntercept: true,
      ...PATIENCE,
      // Tables of a million rows take a minute to fill.
      ...(mode === "long" && { testTimeout: 900_000, hookTimeout: 900_000 }),
      deps: { optimizer: { ssr: { enabled: true, include: DEPENDENCIES } } },
      // `LOGS=1 npm test` shows what the service logs. test/fixtures/stored/write.ts sets the other.
      provide: {
        longTests: mode === "long",
        showLogs: process.env.LOGS !== undefined,
        writesStored: process.env.WRITE_STORED !== undefined,
      },
    },
  });
};

function excludedFrom(mode: string, variant?: Variant): string[] {
  if (variant === "midway") return NOT_MIDWAY;
  if (mode === "cells") return NOT_ON_CELLS;
  return variant === undefined ? [...IN_NODE, ...VARIANTS.cells.include] : [];
}

const INCLUDED: Record<string, string[]> = {
  tools: TOOLS,
  generators: ["test/generators/*.test.ts"],
  parts: ["test/parts/*.test.ts"],
};

/** What runs in Node: the merchants' client again, the pages behind wrangler's own server, and the scripts. */
const node = (mode: string) =>
  defineProject({
    test: {
      name: "node",
      include: INCLUDED[mode] ?? ["sdk", ...NODE_FOLDERS].map((folder) => `test/${folder}/*.test.ts`),
      exclude: mode === "long" || mode in INCLUDED ? [] : TOOLS,
      // Starting a process takes longer than most files run, other than those of TOOLS.
      isolate: mode !== "test",
      env: { WRANGLER_LOG: "warn" },
      ...PATIENCE,
      provide: { longTests: mode === "long", allGenerators: mode === "generators" },
    },
  });

const BROWSER_TESTS: Record<string, string> = {
  pages: "matrix/",
  "some-pages": "matrix/",
  screenshots: "pictures/",
};

/** A real browser at the pages of the running service. `--mode pages` looks at every page in every way instead. */
const browser = (mode: string) =>
  defineProject({
    test: {
      name: "browser",
      include: [`test/pages/browser/${BROWSER_TESTS[mode] ?? ""}*.test.ts`],
      globalSetup: "test/pages/browser/support/global-setup.ts",
      // To load Playwright anew takes a second.
      isolate: false,
      provide: { longTests: mode === "long" || mode === "pages" },
      ...PATIENCE,
    },
  });

function projects(mode: string) {
  if (mode in INCLUDED) return [node(mode)];
  if (mode === "cells") return [workers(mode, "cells"), workers(mode, "midway")];
  if (mode in BROWSER_TESTS) return [browser(mode)];
  return [workers(mode), workers(mode, "cells"), node(mode), browser(mode)];
}

export default defineConfig(({ mode }) => ({
  test: { projects: projects(mode), maxWorkers: 2 },
}));
