// Part of wrangler's build step, so that a bare `npx wrangler dev` works. For a deployment it does nothing.
import { prepare } from "./prepare.ts";
import { run } from "./run.ts";

const { WRANGLER_COMMAND, IS_PREPARED } = process.env;
if (WRANGLER_COMMAND === "dev" && IS_PREPARED === undefined) await run(async () => void (await prepare()));
