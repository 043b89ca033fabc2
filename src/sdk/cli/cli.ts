// merchant-payments: tries your integration against the service.
//
//   listen --forward-to URL [--progress FILE]   forwards your events to a receiver on your machine, signed anew
//   trigger EVENT                               makes an event happen in the sandbox, such as refund.failed
//
// PAYMENTS_URL and the merchant's CLIENT_ID and CLIENT_SECRET say where and who; WEBHOOK_SECRET signs what is forwarded.
import process from "node:process";
import { parseArgs } from "node:util";
import { PaymentsApiError, PaymentsConnectionError, PaymentsEnvironmentError } from "../errors.ts";
import { type ConnectionOptions, connectionFrom } from "../options.ts";
import { createAccessTokens } from "../transport/access-token.ts";
import { createTransport, type Transport } from "../transport/transport.ts";
import { listen } from "./listen.ts";
import { openProgress } from "./progress.ts";
import { TRIGGERS, trigger } from "./trigger.ts";

const PROGRESS_FILE = ".merchant-payments-progress.json";
const USAGE = `merchant-payments listen --forward-to URL [--progress FILE]
    forwards your events to a receiver on your machine, signed with WEBHOOK_SECRET, and goes on where it stopped
merchant-payments trigger EVENT
    makes an event happen in the sandbox: ${TRIGGERS.join(", ")}

PAYMENTS_URL and the merchant's CLIENT_ID and CLIENT_SECRET say where and who; listen needs WEBHOOK_SECRET as well.
It keeps how far it is in FILE, by default ${PROGRESS_FILE}.`;

const OF_MERCHANT = ["PAYMENTS_URL", "CLIENT_ID", "CLIENT_SECRET"] as const;

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
      error instanceof PaymentsConnectionError ||
      error instanceof PaymentsEnvironmentError;
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
  throw new UsageError(
    command === undefined ? USAGE : `"${positionals.join(" ")}" is no command.\n\n${USAGE}`,
  );
}

async function runListen(forwardTo = "", file = PROGRESS_FILE): Promise<void> {
  if (!/^https?:$/.test(protocolOf(forwardTo)))
    throw new UsageError("--forward-to needs a URL that begins with http:// or https://");
  const { WEBHOOK_SECRET: secret, CLIENT_ID: clientId } = variables("WEBHOOK_SECRET", ...OF_MERCHANT);
  const progress = openProgress(file, clientId);
  await listen(merchant(), { forwardTo, secret, progress, print: console.log, signal: stop.signal });
}

async function runTrigger(event: string): Promise<void> {
  const type = TRIGGERS.find((name) => name === event);
  if (type === undefined) throw new UsageError(`"${event}" is no event: choose of ${TRIGGERS.join(", ")}`);
  console.log(`${type} of payment intent ${await trigger(merchant({ expectEnvironment: "sandbox" }), type)}`);
}

function protocolOf(url: string): string {
  return URL.canParse(url) ? new URL(url).protocol : "";
}

/** Nothing is made where the token is of another environment. */
function merchant(options: Pick<ConnectionOptions, "expectEnvironment"> = {}): Transport {
  const {
    PAYMENTS_URL: baseUrl,
    CLIENT_ID: clientId,
    CLIENT_SECRET: clientSecret,
  } = variables(...OF_MERCHANT);
  const connection = connectionFrom({ baseUrl, ...options });
  return createTransport(connection, createAccessTokens(connection, { baseUrl, clientId, clientSecret }));
}

/** Names all that are missing at once. */
function variables<const Name extends string>(...names: Name[]): Record<Name, string> {
  const missing = names.filter((name) => !process.env[name]);
  if (missing.length > 0) throw new UsageError(`not set in the environment: ${missing.join(", ")}`);
  return Object.fromEntries(names.map((name) => [name, process.env[name]])) as Record<Name, string>;
}
