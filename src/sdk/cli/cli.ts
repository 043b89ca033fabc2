// merchant-payments: tries your integration against the service.
//
//   listen --forward-to URL [--progress FILE]   forwards your events to a receiver on your machine, signed anew
//   trigger EVENT                               makes an event happen in the sandbox, such as refund.failed
//
// PAYMENTS_URL, CLIENT_ID and CLIENT_SECRET say where and who; WEBHOOK_SECRET signs what is forwarded.
import process from "node:process";
import { parseArgs } from "node:util";
import { PaymentsApiError, PaymentsConnectionError } from "../errors.ts";
import { connectionFrom } from "../options.ts";
import { createAccessTokens } from "../transport/access-token.ts";
import { createTransport, type Transport } from "../transport/transport.ts";
import { listen } from "./listen.ts";
import { openProgress } from "./progress.ts";
import { TRIGGERS, trigger } from "./trigger.ts";

const USAGE = `merchant-payments listen --forward-to URL [--progress FILE]
    forwards your events to a receiver on your machine, signed with WEBHOOK_SECRET, and goes on where it stopped
merchant-payments trigger EVENT
    makes an event happen in the sandbox: ${TRIGGERS.join(", ")}

PAYMENTS_URL, CLIENT_ID and CLIENT_SECRET say where and who.`;

/** Something that the user can put right. */
class UsageError extends Error {}

const stop = new AbortController();
for (const name of ["SIGINT", "SIGTERM"] as const) process.once(name, () => stop.abort());

try {
  await main();
} catch (error) {
  if (!stop.signal.aborted) {
    const isExpected =
      error instanceof UsageError ||
      error instanceof TypeError ||
      error instanceof PaymentsApiError ||
      error instanceof PaymentsConnectionError;
    console.error(isExpected ? error.message : error);
    process.exitCode = 1;
  }
}

async function main(): Promise<void> {
  const options = {
    "forward-to": { type: "string" },
    progress: { type: "string" },
    help: { type: "boolean" },
  } as const;
  const { values, positionals } = parseArgs({ options, allowPositionals: true });
  const [command, event, ...others] = positionals;
  if (values.help) return console.log(USAGE);
  if (command === "listen" && event === undefined)
    return await runListen(values["forward-to"], values.progress);
  if (command === "trigger" && event !== undefined && others.length === 0) return await runTrigger(event);
  throw new UsageError(USAGE);
}

async function runListen(
  forwardTo: string | undefined,
  file = ".merchant-payments-progress.json",
): Promise<void> {
  if (forwardTo === undefined || !URL.canParse(forwardTo)) throw new UsageError("--forward-to needs a URL");
  const secret = variable("WEBHOOK_SECRET");
  const progress = openProgress(file, variable("CLIENT_ID"));
  await listen(merchant(), { forwardTo, secret, progress, print: console.log, signal: stop.signal });
}

async function runTrigger(event: string): Promise<void> {
  const type = TRIGGERS.find((name) => name === event);
  if (type === undefined) throw new UsageError(`"${event}" is no event: choose of ${TRIGGERS.join(", ")}`);
  console.log(`${type} of payment intent ${await trigger(merchant(), type)}`);
}

function merchant(): Transport {
  const baseUrl = variable("PAYMENTS_URL");
  const connection = connectionFrom({ baseUrl });
  const credentials = { baseUrl, clientId: variable("CLIENT_ID"), clientSecret: variable("CLIENT_SECRET") };
  return createTransport(connection, createAccessTokens(connection, credentials));
}

function variable(name: string): string {
  const value = process.env[name];
  if (value === undefined || value === "") throw new UsageError(`${name} is not set`);
  return value;
}
