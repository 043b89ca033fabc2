// Part of wrangler's build step, so that a bare `npx wrangler dev` works. For a deployment it does nothing.
import { readDevVars, SANDBOX_VARS } from "./dev-vars.ts";
import { prepare } from "./prepare.ts";
import { run, ScriptError } from "./run.ts";

if (process.env.WRANGLER_COMMAND === "dev")
  await run(async () => {
    const { vars } = await prepare();
    const { JURISDICTION } = { ...vars, ...readDevVars() };
    if (JURISDICTION)
      throw new ScriptError(
        `JURISDICTION is ${JURISDICTION}, and this machine has no jurisdictions: add JURISDICTION="" to ${SANDBOX_VARS}.`,
      );
  });
