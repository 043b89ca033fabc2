import { defineConfig } from "drizzle-kit";

export default defineConfig({
  dialect: "sqlite",
  schema: ["./src/db/schema/!(cells).ts", "./src/embedded/*/schema.ts", "./src/ledger/schema.ts"],
  out: "./migrations",
});
