// The contract tests and the attacks, in Node, against a service in a process of its own: see attack.ts.
import { join } from "node:path";
import { defineConfig } from "vitest/config";
import { attacked } from "./service/copy.ts";

const here = (file: string) => join(import.meta.dirname, "service", file);

/** Wrangler does the same. */
const sqlAsText = {
  name: "sql-as-text",
  enforce: "pre",
  transform: (code: string, id: string) =>
    id.endsWith(".sql") ? `export default ${JSON.stringify(code)}` : null,
} as const;

export default defineConfig({
  plugins: [sqlAsText],
  resolve: { alias: { "cloudflare:workers": here("workers.ts"), "cloudflare:test": here("runtime.ts") } },
  test: {
    include: attacked.files,
    setupFiles: [here("watch.ts")],
    fileParallelism: false,
    testTimeout: 60_000,
    hookTimeout: 120_000,
    provide: { longTests: false, showLogs: false, isProcess: true },
  },
});
