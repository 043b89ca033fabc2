// `npm run test:keycloak`: plays the scenario with a real Keycloak, whose realm is made from the file for operators. It
// listens at KEYCLOAK_PORT, by default 8796, and a copy of the service at the next port.
import { appendFileSync } from "node:fs";
import { setTimeout as sleep } from "node:timers/promises";
import { WALLET_CLIENT_ID } from "#core/domain/identity-provider/realm.ts";
import { isEnding } from "#scripts/child-process.ts";
import { type Keycloak, prepareKeycloak, Unavailable } from "#scripts/keycloak/distribution.ts";
import { startMailSink } from "#scripts/keycloak/mail-sink.ts";
import { warmUp } from "#scripts/keycloak/operator.ts";
import { localService } from "#scripts/local-service.ts";
import { readFreePort } from "#scripts/port.ts";
import { run, ScriptError } from "#scripts/run.ts";
import { workInCopy } from "../scripts/project-copy.ts";
import type { Send } from "./browser.ts";
import { startFailingProxy } from "./failing-proxy.ts";
import { allowLoginsInARow } from "./logins-in-a-row.ts";
import { Mailbox, setPasswordAt } from "./mailed-link.ts";
import { PASSWORD, type Setting } from "./play.ts";
import { playDoctor } from "./realm-doctor.ts";
import { playRenewals } from "./renewals.ts";
import { type Credentials, signInForTokens } from "./requests.ts";
import { playScenario } from "./scenario.ts";
import { Steps } from "./steps.ts";
import { TestOperator } from "./test-operator.ts";

const COMMAND = "npm run test:keycloak";
const DEFAULT_PORT = 8796;
/** What has failed is tried again a minute later. */
const SWEPT_WITHIN_MS = 90_000;

const send: Send = (url, init) => fetch(url, { ...init, redirect: "manual" });

await run(async () => {
  const port = await readFreePort("KEYCLOAK_PORT", DEFAULT_PORT, COMMAND);
  const directory = workInCopy("keycloak", { RATE_LIMITS: "off" });
  allowLoginsInARow();
  try {
    const serviceUrl = `http://localhost:${port + 1}`;
    const keycloak = await prepareKeycloak({ port, publicUrl: serviceUrl, log: "keycloak.log" });
    await play(keycloak, port + 1, serviceUrl);
  } catch (error) {
    if (!(error instanceof Unavailable)) {
      if (!isEnding) console.error(`The logs are in ${directory}.`);
      throw error;
    }
    if (process.env.REQUIRE_KEYCLOAK === "1") throw new ScriptError(`no Keycloak: ${error.message}`);
    console.log(`skipped: ${error.message}`);
  }
  process.exit(0);
});

async function play(keycloak: Keycloak, port: number, serviceUrl: string): Promise<void> {
  const steps = new Steps();
  const operator = new TestOperator(keycloak);
  await steps.run("Keycloak imports the realm and starts", () => keycloak.start());
  const mailbox = new Mailbox();
  const mailPort = await startMailSink(mailbox.receive);
  const [service, administrator] = await steps.run(
    "an operator reads the secrets and enters mail",
    async () => {
      await operator.setMailServer(mailPort);
      return [
        await operator.credentialsOf("payments-service"),
        await operator.credentialsOf("platform-admin"),
      ];
    },
  );
  const proxy = await startFailingProxy(keycloak.url);
  useKeycloak(keycloak.url, proxy.url, service);
  const server = localService({ port, log: "service.log" });
  await steps.run("the service starts, and Keycloak is warmed up", () =>
    Promise.all([server.start(), warmUp(keycloak.url, service)]),
  );
  const setting: Setting = {
    serviceUrl,
    authUrl: keycloak.url,
    send,
    administrator,
    setPassword: async (email, _, password) => setPasswordAt(await mailbox.takeLink(email), password, send),
    takeMail: (email) => mailbox.takeLink(email),
    customerToken: async ({ wallet_id }) => {
      const email = `customer-${wallet_id}@example.com`;
      await operator.addUser(email, PASSWORD, "customer", { wallet_id: [wallet_id] });
      const at = { serviceUrl, authUrl: keycloak.url, send };
      const fields = { username: email, password: PASSWORD };
      return (await signInForTokens(at, WALLET_CLIENT_ID, fields)).access_token;
    },
    rotateKeys: () => operator.rotateKeys(),
    failCall: proxy.failCall,
    countAccess: () => operator.countAccess(),
    clientIds: () => operator.clientIds(),
    isSoon,
    outage: {
      stop: () => keycloak.end(),
      start: async () => {
        await keycloak.start();
        await warmUp(keycloak.url, service);
      },
      restartService: async () => {
        await server.end("SIGTERM");
        await server.start();
      },
    },
  };
  await playDoctor(steps.run, operator, { ...setting, adminUrl: proxy.url }, service);
  await playRenewals(setting, steps.run, operator);
  await playScenario(setting, steps.run);
  await Promise.all([server.end("SIGTERM"), keycloak.end()]);
  proxy.close();
  console.log(steps.summary);
}

/** The service's sweep runs meanwhile. */
async function isSoon(condition: () => Promise<boolean>): Promise<boolean> {
  const until = Date.now() + SWEPT_WITHIN_MS;
  while (!(await condition())) {
    if (Date.now() > until) return false;
    await sleep(1_000);
  }
  return true;
}

function useKeycloak(url: string, adminUrl: string, { client_id, client_secret }: Credentials): void {
  const variables = {
    AUTH_URL: url,
    AUTH_ADMIN_URL: adminUrl,
    AUTH_ADMIN_CLIENT_ID: client_id,
    AUTH_ADMIN_CLIENT_SECRET: client_secret,
  };
  for (const [name, value] of Object.entries(variables)) appendFileSync(".dev.vars", `${name}="${value}"\n`);
}
