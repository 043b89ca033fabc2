// `npm run db:generate`: writes drizzle-kit's snapshots of the tables anew. Until 1.0.0 the one migration of each database is
// rewritten by hand, and stays as it is.
import { execFileSync } from "node:child_process";
import { readFileSync, rmSync, writeFileSync } from "node:fs";
import { run } from "./run.ts";

const MIGRATION = "0000_release_1.sql";
const FOLDERS = {
  "src/core/db/drizzle.config.ts": "migrations",
  "src/core/db/drizzle.cells.config.ts": "migrations/cells",
  "src/core/ledger/drizzle.config.ts": "migrations/ledger",
};

await run(async () => {
  for (const [config, folder] of Object.entries(FOLDERS)) {
    const file = `${folder}/${MIGRATION}`;
    const written = readFileSync(file);
    rmSync(`${folder}/meta`, { recursive: true });
    execFileSync("drizzle-kit", ["generate", "--config", config, "--name", "release_1"], {
      stdio: "inherit",
    });
    writeFileSync(file, written);
  }
});
