// The second part of `npm run test:keycloak`: `npm run start:live` in a copy of the project, with the commands of the guide.
// It uses KEYCLOAK_PORT, by default 8796, and the next two ports.
import { once } from "node:events";
import { startChild } from "#scripts/child-process.ts";
import { Unavailable } from "#scripts/keycloak/distribution.ts";
import { CUSTOMER } from "#scripts/live-mode/customer.ts";
import { readFreePort } from "#scripts/port.ts";
import { run, ScriptError } from "#scripts/run.ts";
import { workInCopy } from "../../scripts/project-copy.ts";
import { Browser, type Send } from "../browser.ts";
import { signInToWallet } from "../customers.ts";
import { allowLoginsInARow } from "../logins-in-a-row.ts";
import { setPasswordAt } from "../mailed-link.ts";
import { PASSWORD } from "../play.ts";
import { type Addresses, call, demand, demandMembers, passwordForm, takeToken } from "../requests.ts";
import { Steps } from "../steps.ts";
import { playCanteen } from "./canteen.ts";
import { guideCommands } from "./guide.ts";
import { RunningLiveMode } from "./running-live-mode.ts";

const COMMAND = "npm run test:keycloak";
const DEFAULT_PORT = 8796;
const PORTS = 3;
/** A refund settles seconds later. */
const until = (member: string) => `
for attempt in $(seq 60); do
  STATUS=$(curl -s $API/payment-intents/$ID -H "Authorization: Bearer $TOKEN" | pick payment_intent.${member})
  if [ "$STATUS" = completed ]; then break; fi
  sleep 1
done`;
const RESULTS = `
echo "$OWNER"
echo "$ID"`;

interface Payment {
  owner: string;
  id: string;
}

const send: Send = (url, init) => fetch(url, { ...init, redirect: "manual" });
const steps = new Steps();

await run(async () => {
  const port = await readFreePort("KEYCLOAK_PORT", DEFAULT_PORT, COMMAND, PORTS);
  const commands = guideCommands();
  workInCopy("live-mode", {});
  allowLoginsInARow();
  try {
    await play(port, commands);
    console.log(steps.summary);
  } catch (error) {
    if (!(error instanceof Unavailable)) throw error;
    if (process.env.REQUIRE_KEYCLOAK === "1") throw new ScriptError(`no Keycloak: ${error.message}`);
    console.log(`skipped: ${error.message}`);
  }
  process.exit(0);
});

async function play(port: number, commands: string): Promise<void> {
  const first = new RunningLiveMode(port);
  const payment = await untilInterrupted(first, () => playPayment(port, first, commands));
  await steps.run("Ctrl+C has ended all of it", async () => {
    demand(first.exitStatus === 0, `the exit status is ${first.exitStatus}`);
    await readFreePort("KEYCLOAK_PORT", DEFAULT_PORT, COMMAND, PORTS);
  });
  const second = new RunningLiveMode(port);
  await steps.run("started again, it has kept people, payments and money", () =>
    untilInterrupted(second, async () => {
      await second.started();
      await demandRefunded(port, payment);
    }),
  );
}

async function untilInterrupted<Result>(live: RunningLiveMode, play: () => Promise<Result>): Promise<Result> {
  try {
    return await play();
  } finally {
    await live.interrupt();
  }
}

async function playPayment(port: number, live: RunningLiveMode, commands: string): Promise<Payment> {
  await live.started();
  const at = addressesAt(port);
  const payment = await steps.run("the guide's commands take a payment and refund it", () =>
    runGuide(commands, at),
  );
  const { serviceUrl } = at;
  const owner = await steps.run("the owner sets a password by the mailed link, and signs in", async () => {
    await setPasswordAt(await live.mailedLink(payment.owner), PASSWORD, send);
    const browser = new Browser(send);
    const form = await browser.open(`${serviceUrl}/session/sign-in`);
    const { url } = await browser.submit(form, { username: payment.owner, password: PASSWORD });
    demand(url === `${serviceUrl}/dashboard/home`, `ended at ${url}`);
    return browser;
  });
  await steps.run("the refund has come back from the ledger", () => demandRefunded(port, payment));
  await steps.run("there is no sandbox", async () => {
    const { status } = await send(`${serviceUrl}/sandbox`, {});
    demand(status === 404, `it responds with ${status}`);
  });
  await playCanteen({ ...at, takeMail: (email) => live.mailedLink(email) }, steps.run, owner);
  return payment;
}

async function demandRefunded(port: number, { owner, id }: Payment): Promise<void> {
  const at = addressesAt(port);
  const token = await takeToken(at, passwordForm(owner, PASSWORD));
  const { payment_intent } = await call(at, 200, "GET", `/merchant/api/v1/payment-intents/${id}`, token);
  const wanted = { status: "completed", refund_status: "completed", environment: "live" };
  demandMembers(payment_intent, wanted);
}

function addressesAt(port: number): Addresses {
  return { serviceUrl: `http://localhost:${port}`, authUrl: `http://127.0.0.1:${port + 1}`, send };
}

/** The customer pays in a browser, once the commands say where. */
async function runGuide(commands: string, at: Addresses): Promise<Payment> {
  const waiting = commands.replace(/^echo "Pay at .*$/m, (line) => line + until("status"));
  const script = `set -euo pipefail\n${waiting}${until("refund_status")}${RESULTS}`;
  const guide = startChild("bash", ["-c", script], { stdio: ["ignore", "pipe", "pipe"] });
  const exit = once(guide, "exit");
  let output = "";
  let payment: Promise<void> | null = null;
  for (const stream of [guide.stdout, guide.stderr])
    stream?.setEncoding("utf8").on("data", (text: string) => {
      output += text;
      const [, id] = /^Pay at \S+\/pay\/(\S+)$/m.exec(output) ?? [];
      if (id !== undefined) payment ??= payAsCustomer(at, id);
    });
  const [status] = await exit;
  await payment;
  demand(status === 0, `the guide's commands failed: ${output}`);
  const [owner = "", id = ""] = output.trim().split("\n").slice(-2);
  return { owner, id };
}

async function payAsCustomer({ serviceUrl }: Addresses, id: string): Promise<void> {
  const browser = new Browser(send);
  const { email: username, password } = CUSTOMER;
  await signInToWallet(browser, serviceUrl, { username, password });
  const paid = await browser.open(`${serviceUrl}/wallet/api/v1/payment-intents/${id}/confirm`, {});
  demand(paid.status === 200, `the customer cannot pay: ${paid.status} ${paid.html}`);
}
