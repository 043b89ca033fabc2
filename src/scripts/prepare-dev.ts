// A part of wrangler's build step: a bare `npx wrangler dev` finds what it needs. Nothing is made for a deployment.
import { prepare } from "./prepare.ts";
import { run } from "./run.ts";

const { WRANGLER_COMMAND, IS_PREPARED } = process.env;
if (WRANGLER_COMMAND === "dev" && IS_PREPARED === undefined) await run(async () => void (await prepare()));
