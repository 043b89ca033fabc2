import "vitest";

declare global {
  namespace Cloudflare {
    interface Env {
      TEST_MIGRATIONS: import("cloudflare:test").D1Migration[];
    }
  }
}

declare module "vitest" {
  interface ProvidedContext {
    /** Whether `npm run test:long` is running. */
    longTests: boolean;
    showLogs: boolean;
  }
}
