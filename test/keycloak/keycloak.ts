// `npm run test:keycloak`: plays one scenario with a real Keycloak, and then local live mode. Needs Java 17 or later and Maven,
// which gets Keycloak; without them it says `skipped`. Listens at KEYCLOAK_PORT, by default 8796, and the two ports after it.
import { once } from "node:events";
import { startChild } from "#scripts/child-process.ts";
import { run } from "#scripts/run.ts";

await run(async () => {
  for (const script of ["test-keycloak.ts", "live-mode/test-live-mode.ts"]) {
    const child = startChild(process.execPath, [`${import.meta.dirname}/${script}`], { stdio: "inherit" });
    const [status] = await once(child, "exit");
    if (status !== 0) process.exit(status ?? 1);
  }
});
