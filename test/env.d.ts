import "vitest";

declare global {
  namespace Cloudflare {
    interface Env {
      TEST_MIGRATIONS: import("cloudflare:test").D1Migration[];
      TEST_LEDGER_MIGRATIONS: import("cloudflare:test").D1Migration[];
      LEDGER_DB: D1Database;
    }
  }
}

declare module "vitest" {
  interface ProvidedContext {
    /** Whether `npm run test:long` is running. */
    longTests: boolean;
    /** Whether `npm run test:generators` is running. */
    allGenerators: boolean;
    showLogs: boolean;
    /** Whether the service is a process of its own: `npm run attack`. */
    isProcess: boolean | undefined;
  }
}
