// Wrangler for the npm scripts: the same program and arguments, but without banner, questions and metrics.
import { once } from "node:events";
import { startWrangler } from "./wrangler.ts";

const [status] = await once(startWrangler(process.argv.slice(2), { stdio: "inherit" }), "exit");
process.exitCode = status ?? 1;
