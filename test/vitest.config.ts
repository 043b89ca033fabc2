import { cloudflareTest, readD1Migrations } from "@cloudflare/vitest-plugin";
import { defineConfig, defineProject } from "vitest/config";

/** Bindings here win over .dev.vars, so that a developer's own secrets never reach a test. */
const SECRETS = {
  ENVIRONMENT: "sandbox",
  PUBLIC_URL: "http://payments.test",
  AUTH_URL: "",
  LEDGER_URL: "",
  WEBHOOK_ALLOW_PRIVATE: "true",
  RATE_LIMITS: "off",
  DOH_URL: "",
  WALLET_EVENTS_URL: "",
  MASTER_KEY: "dGVzdC1tYXN0ZXIta2V5LW9mLTMyLWJ5dGVzLWxvbmc=",
  ADMIN_CLIENT_ID: "platform-admin",
  ADMIN_CLIENT_SECRET: "test-admin-secret",
  AUTH_ADMIN_CLIENT_ID: "",
  AUTH_ADMIN_CLIENT_SECRET: "",
  LEDGER_TOKEN: "test-ledger-token",
  LEDGER_EVENTS_SECRET: "whsec_dGVzdC1sZWRnZXItZXZlbnRzLXNlY3JldC0zMmJ5dGU=",
};

const workers = defineProject({
  plugins: [
    cloudflareTest(async () => ({
      wrangler: { configPath: "./wrangler.toml" },
      miniflare: { bindings: { ...SECRETS, TEST_MIGRATIONS: await readD1Migrations("./migrations") } },
    })),
  ],
  test: {
    name: "workerd",
    include: ["test/**/*.test.ts"],
    exclude: ["test/pages/**", "test/scripts/**", "test/sdk/package/**"],
    setupFiles: ["./test/setup.ts"],
    // Generous, because a cold isolate on a busy machine is slow.
    testTimeout: 30_000,
    provide: { longTests: process.env.LONG_TESTS !== undefined },
  },
});

/** What runs in Node: the merchants' client again, the pages behind wrangler's own server, and the scripts. */
const node = defineProject({
  test: {
    name: "node",
    include: ["sdk", "sdk/package", "pages", "scripts"].map((folder) => `test/${folder}/*.test.ts`),
  },
});

/** What the service logs is shown only for a test that fails. */
export default defineConfig({ test: { projects: [workers, node], silent: "passed-only" } });
