import "vitest";

declare global {
  interface ImportMeta {
    /** Vite's. */
    glob(patterns: string[], options: { eager: true }): Record<string, object>;
  }
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
    /** Whether test/fixtures/stored/write.ts is running. */
    writesStored: boolean;
    /** Whether the service is a process of its own: `npm run attack`. */
    isProcess: boolean | undefined;
  }
}
