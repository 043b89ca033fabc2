// `npm run attack [-- --url URL]`: attacks a copy of the service that it starts itself at ATTACK_PORT or 8799, or the
// sandbox at URL, whose ADMIN_CLIENT_ID and ADMIN_CLIENT_SECRET it then takes from the environment.
import { parseArgs } from "node:util";
import { readDevVars } from "../dev-vars.ts";
import { copyProject, localService } from "../local-service.ts";
import { readFreePort } from "../port.ts";
import { prepare } from "../prepare.ts";
import { run, ScriptError } from "../run.ts";
import type { Attempts } from "./attempts.ts";
import { tryEveryRoute } from "./every-route.ts";
import { tryFloods } from "./floods.ts";
import { tryForgedTokens } from "./forged-tokens.ts";
import { tryGuesses } from "./guesses.ts";
import { checkHeaders } from "./headers.ts";
import { tryHostileAddresses } from "./hostile-addresses.ts";
import { tryHostileBodies } from "./hostile-bodies.ts";
import { tryRaces } from "./races.ts";
import { report } from "./report.ts";
import type { Target } from "./requests.ts";
import { openShop, type Shop } from "./shops.ts";

type Attack = (target: Target, victim: Shop, attacker: Shop) => Promise<Attempts>;

const ATTACKS: Record<string, Attack> = {
  "forged tokens": tryForgedTokens,
  "every route by every stranger": tryEveryRoute,
  "hostile webhook addresses": tryHostileAddresses,
  "hostile bodies and filters": tryHostileBodies,
  races: tryRaces,
  "floods by a stranger": tryFloods,
  "guessed ids": tryGuesses,
  "headers for browsers": checkHeaders,
};

const DEFAULT_PORT = 8799;

await run(async () => {
  const { values } = parseArgs({ options: { url: { type: "string" } } });
  const { target, end } =
    values.url === undefined ? await startCopy() : { target: named(values.url), end: null };
  const victim = await openShop(target, "victim");
  const attacker = await openShop(target, "attacker");
  const results: [string, Attempts][] = [];
  for (const [name, attack] of Object.entries(ATTACKS)) {
    console.log(`${name} …`);
    results.push([name, await attack(target, victim, attacker)]);
  }
  const hasWithstood = report(results);
  await end?.();
  process.exit(hasWithstood ? 0 : 1);
});

function named(url: string): Target {
  const { ADMIN_CLIENT_ID: clientId, ADMIN_CLIENT_SECRET: clientSecret } = process.env;
  if (clientId === undefined || clientSecret === undefined)
    throw new ScriptError("Set ADMIN_CLIENT_ID and ADMIN_CLIENT_SECRET of the service at --url.");
  return { baseUrl: url.replace(/\/$/, ""), admin: { clientId, clientSecret } };
}

async function startCopy(): Promise<{ target: Target; end: () => Promise<void> }> {
  const port = await readFreePort("ATTACK_PORT", DEFAULT_PORT, "npm run attack");
  const directory = copyProject("attack", { WEBHOOK_ALLOW_PRIVATE: "false" });
  await prepare();
  const { ADMIN_CLIENT_ID: clientId = "", ADMIN_CLIENT_SECRET: clientSecret = "" } = readDevVars();
  const service = localService({ port, log: "service.log" });
  console.log(`Starting a copy of the service in ${directory}.`);
  await service.start();
  return {
    target: { baseUrl: `http://localhost:${port}`, admin: { clientId, clientSecret } },
    end: () => service.end("SIGTERM"),
  };
}
