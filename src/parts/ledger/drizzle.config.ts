import { defineConfig } from "drizzle-kit";

export default defineConfig({
  dialect: "sqlite",
  schema: ["./src/parts/ledger/*schema.ts"],
  out: "./migrations/ledger",
});
