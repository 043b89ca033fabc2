// `npm run attack [-- --url URL] [NAME …]`: attacks a copy of the service that it starts itself at ATTACK_PORT or 8799, or
// the sandbox at URL, whose ADMIN_CLIENT_ID and ADMIN_CLIENT_SECRET it then takes from the environment. With names, such
// as `races`, only the attacks whose names contain one of them.
import { appendFileSync } from "node:fs";
import { parseArgs } from "node:util";
import { readDevVars } from "../../src/scripts/dev-vars.ts";
import { copyProject, localService } from "../../src/scripts/local-service.ts";
import { readFreePort } from "../../src/scripts/port.ts";
import { prepare } from "../../src/scripts/prepare.ts";
import { run, ScriptError } from "../../src/scripts/run.ts";
import type { Attempts } from "./attempts.ts";
import { tryAuditTrail } from "./audit-trail.ts";
import { tryEveryRoute } from "./every-route.ts";
import { tryFloods } from "./floods.ts";
import { tryForgedTokens } from "./forged-tokens.ts";
import { tryGrief } from "./grief.ts";
import { tryGuesses } from "./guesses.ts";
import { checkHeaders } from "./headers.ts";
import { tryHostileAddresses } from "./hostile-addresses.ts";
import { tryHostileBodies } from "./hostile-bodies.ts";
import { tryRaces } from "./races.ts";
import { report } from "./report.ts";
import type { Target } from "./requests.ts";
import { trySandboxWallets } from "./sandbox-wallets.ts";
import { tryScans } from "./scans.ts";
import { findSecretsInLog } from "./secrets-in-log.ts";
import { trySetupLinks } from "./setup-links.ts";
import { openShop, renewTokens, type Shop } from "./shops.ts";
import { tryStoppedAccess } from "./stopped-access.ts";
import { trySuspendedMerchant } from "./suspended-merchant.ts";
import { tryWebhookWeapons } from "./webhook-weapons.ts";

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
  "a suspended merchant": trySuspendedMerchant,
  "stopped users, tills and refunds": tryStoppedAccess,
  "scan tokens, blocks, rejections": tryScans,
  "grief by an empty wallet": tryGrief,
  "setup links and passwords": trySetupLinks,
  "sandbox wallets": trySandboxWallets,
  "the audit trail": tryAuditTrail,
};

const WEBHOOKS = "webhooks as a weapon";
const DEFAULT_PORT = 8799;
const LOG = "service.log";

interface Copy {
  target: Target;
  /** Starts it again, on the same data, as a service that sends webhooks to loopback addresses. */
  allowPrivateWebhooks(): Promise<void>;
  end(): Promise<void>;
}

await run(async () => {
  const { values, positionals } = parseArgs({ options: { url: { type: "string" } }, allowPositionals: true });
  const unknown = positionals.find((wanted) =>
    [...Object.keys(ATTACKS), WEBHOOKS].every((name) => !name.includes(wanted)),
  );
  if (unknown !== undefined) throw new ScriptError(`No attack has a name with "${unknown}".`);
  const copy = values.url === undefined ? await startCopy() : null;
  const target = copy?.target ?? named(values.url ?? "");
  const victim = await openShop(target, "victim");
  const attacker = await openShop(target, "attacker");
  const results: [string, Attempts][] = [];
  const attackWith = async (name: string, attack: Attack) => {
    if (positionals.length > 0 && !positionals.some((wanted) => name.includes(wanted))) return;
    console.log(`${name} …`);
    for (const shop of [victim, attacker]) await renewTokens(target, shop);
    results.push([name, await attack(target, victim, attacker)]);
  };
  for (const [name, attack] of Object.entries(ATTACKS)) await attackWith(name, attack);
  if (copy !== null) {
    await copy.allowPrivateWebhooks();
    await attackWith(WEBHOOKS, tryWebhookWeapons);
    await copy.end();
    results.push(["secrets in the log", findSecretsInLog(LOG)]);
  } else console.log(`Skipped, because they need a copy of the service: ${WEBHOOKS}, secrets in the log.`);
  process.exit(report(results) ? 0 : 1);
});

function named(url: string): Target {
  const { ADMIN_CLIENT_ID: clientId, ADMIN_CLIENT_SECRET: clientSecret } = process.env;
  if (clientId === undefined || clientSecret === undefined)
    throw new ScriptError("Set ADMIN_CLIENT_ID and ADMIN_CLIENT_SECRET of the service at --url.");
  return { baseUrl: url.replace(/\/$/, ""), admin: { clientId, clientSecret } };
}

async function startCopy(): Promise<Copy> {
  const port = await readFreePort("ATTACK_PORT", DEFAULT_PORT, "npm run attack");
  const directory = copyProject("attack", { WEBHOOK_ALLOW_PRIVATE: "false" });
  await prepare();
  const { ADMIN_CLIENT_ID: clientId = "", ADMIN_CLIENT_SECRET: clientSecret = "" } = readDevVars();
  const service = localService({ port, log: LOG });
  console.log(`Starting a copy of the service in ${directory}.`);
  await service.start();
  return {
    target: { baseUrl: `http://localhost:${port}`, admin: { clientId, clientSecret } },
    allowPrivateWebhooks: async () => {
      await service.end("SIGTERM");
      appendFileSync(".dev.vars", 'WEBHOOK_ALLOW_PRIVATE="true"\n');
      await service.start();
    },
    end: () => service.end("SIGTERM"),
  };
}
