// Part of wrangler's build step, so that a bare `npx wrangler dev` works. For a deployment it does nothing.
import { prepare } from "./prepare.ts";
import { run } from "./run.ts";

if (process.env.WRANGLER_COMMAND === "dev") await run(async () => void (await prepare()));
