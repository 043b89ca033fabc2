// The contract tests and the attacks, in Node, against a service in a process of its own: see attack.ts.
import { join } from "node:path";
import { defineConfig } from "vitest/config";
import { attacked } from "./service/copy.ts";

const here = (file: string) => join(import.meta.dirname, "service", file);

export default defineConfig({
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
