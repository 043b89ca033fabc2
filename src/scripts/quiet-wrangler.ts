// Wrangler for the npm scripts, with the same arguments, but without banner, prompts and metrics.
import { once } from "node:events";
import { startWrangler } from "./wrangler.ts";

const [status] = await once(startWrangler(process.argv.slice(2), { stdio: "inherit" }), "exit");
process.exitCode = status ?? 1;
