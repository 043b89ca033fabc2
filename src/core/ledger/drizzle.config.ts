import { defineConfig } from "drizzle-kit";

export default defineConfig({
  dialect: "sqlite",
  schema: ["./src/core/ledger/schema.ts", "./src/parts/ledger/worker-schema.ts"],
  out: "./migrations/ledger",
});
