// `npm run start:live`: the service in live mode on this machine. It brings the Keycloak, the ledger and the mailbox that
// live mode needs, and all of them end with it.
import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { claim } from "../claim.ts";
import { LIVE_VARS, readDevVars, setDevVars } from "../dev-vars.ts";
import { type Keycloak, prepareKeycloak, Unavailable } from "../keycloak/distribution.ts";
import { startMailSink } from "../keycloak/mail-sink.ts";
import { KeycloakOperator, WARM_UP_EMAIL, warmUp } from "../keycloak/operator.ts";
import { startLocalLedger } from "../local-ledger.ts";
import { localService } from "../local-service.ts";
import { readFreePort } from "../port.ts";
import { prepareSecrets } from "../prepare.ts";
import { run, ScriptError } from "../run.ts";
import { CUSTOMER, ensureCustomer } from "./customer.ts";

const COMMAND = "npm run start:live";
const DEFAULT_PORT = 8790;
/** The service's, Keycloak's and the ledger's. */
const PORTS = 3;

await run(async () => {
  const port = await readFreePort("PORT", DEFAULT_PORT, COMMAND, PORTS);
  const stateDirectory = port === DEFAULT_PORT ? ".wrangler/state-live" : `.wrangler/state-live-${port}`;
  const publicUrl = `http://localhost:${port}`;
  mkdirSync(stateDirectory, { recursive: true });
  claimFolder();
  const keycloak = await findKeycloak(port + 1, publicUrl, stateDirectory);
  const hasNewSecrets = prepareSecrets(stateDirectory, "live");

  const { LEDGER_TOKEN: token = "", LEDGER_EVENTS_SECRET: eventsSecret = "" } = readDevVars(LIVE_VARS);
  const ledgerOptions = {
    ...{ port: port + 2, directory: join(stateDirectory, "ledger") },
    ...{ token, eventsSecret, reportUrl: `${publicUrl}/internal/ledger-events` },
  };

  console.log("Keycloak and the ledger are starting, which takes up to a minute.");
  const [ledger] = await Promise.all([startLocalLedger(ledgerOptions), keycloak.start()]);
  const mailPort = await startMailSink((to, link) => {
    if (to !== WARM_UP_EMAIL) console.log(`\nMail to ${to}: ${link ?? "without a link"}\n`);
  });
  const operator = new KeycloakOperator(keycloak);
  await operator.setMailServer(mailPort);
  const client = await operator.credentialsOf("payments-service");
  const administrator = await operator.credentialsOf("platform-admin");
  await ensureCustomer(operator, { url: ledger.url, token });
  setDevVars(LIVE_VARS, {
    PUBLIC_URL: publicUrl,
    AUTH_URL: keycloak.url,
    AUTH_ADMIN_CLIENT_ID: client.client_id,
    AUTH_ADMIN_CLIENT_SECRET: client.client_secret,
    ADMIN_CLIENT_ID: administrator.client_id,
    ADMIN_CLIENT_SECRET: administrator.client_secret,
    LEDGER_URL: ledger.url,
    // Webhooks may go to this machine, so no host is looked up.
    DOH_URL: "",
  });

  const service = localService({ port, stateDirectory, environment: "live", log: null });
  await Promise.all([service.start(), warmUp(keycloak.url, client)]);
  // Ctrl+C is the normal way to stop it.
  process.exitCode = 0;
  console.log(`
The service runs in live mode. .github/LIVE-MODE.md takes and refunds a payment, and
.github/GO-LIVE.md goes on from step 5 with a till, a cash desk and a customer.
  Service:    ${publicUrl}, with people's pages at /dashboard, /pos, /desk and /wallet
  Keycloak:   ${keycloak.url}/admin, user "operator", password in ${stateDirectory}/keycloak/operator-password
  Ledger:     ${ledger.url}, the Worker that you would deploy; its log is ${stateDirectory}/ledger/ledger.log
  Customer:   ${CUSTOMER.email}, password "${CUSTOMER.password}", with 100 USD
  Mail:       its links appear here
  Secrets:    ${LIVE_VARS}${hasNewSecrets ? " (new)" : ""}, with the platform administrator's credentials
  Stop it:    press Ctrl+C; the data is kept in ${stateDirectory}
`);
  await service.stopped();
  throw new ScriptError("The service has stopped: its last lines above say why.");
});

/** There is one file for the addresses. */
function claimFolder(): void {
  const owner = claim(".wrangler/live-mode.pid");
  if (owner === null) return;
  throw new ScriptError(
    `${COMMAND} already runs in this folder (process ${owner}), and its addresses are in ${LIVE_VARS}: stop it first.`,
  );
}

async function findKeycloak(port: number, publicUrl: string, stateDirectory: string): Promise<Keycloak> {
  const database = join(stateDirectory, "keycloak");
  const log = join(stateDirectory, "keycloak.log");
  try {
    return await prepareKeycloak({ port, publicUrl, log, database });
  } catch (error) {
    if (!(error instanceof Unavailable)) throw error;
    throw new ScriptError(
      `${COMMAND} starts a Keycloak, and ${error.message}: install Java 17 or later, and Maven, which downloads Keycloak once.`,
    );
  }
}
