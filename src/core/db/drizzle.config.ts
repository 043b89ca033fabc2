import { defineConfig } from "drizzle-kit";

export default defineConfig({
  dialect: "sqlite",
  schema: [
    "./src/core/db/schema/!(cells).ts",
    "./src/sandbox/*/schema.ts",
    "./src/parts/*/db/schema/*.ts",
    "./src/core/ledger/schema.ts",
  ],
  out: "./migrations",
});
