// `npm run generate [-- --check]`: writes every generated file that is committed; --check fails when one is not up to date.
import { once } from "node:events";
import "../sql-hooks.ts";
import { run, ScriptError } from "../run.ts";
import { startWrangler } from "../wrangler.ts";

const BINDINGS = "src/env.d.ts";
const WRITE_BINDINGS = [
  BINDINGS,
  "--include-runtime=false",
  "--strict-vars=false",
  "--env-file",
  ".dev.vars.example",
];

await run(async () => {
  await import("./currencies.ts");
  await import("./guide.ts");
  await import("./lists.ts");
  await import("./errors.ts");
  await import("./bindings.ts");
  await import("./tables.ts");
  await import("./openapi.ts");
  // The client's types come from the service's document.
  await import("./client-types.ts");
  const isCheck = process.argv.includes("--check");
  const args = isCheck ? ["--check", BINDINGS] : WRITE_BINDINGS;
  const [status] = await once(startWrangler(["types", ...args], { stdio: "inherit" }), "exit");
  if (status !== 0) throw new ScriptError(`wrangler types ${args.join(" ")} failed.`);
});
