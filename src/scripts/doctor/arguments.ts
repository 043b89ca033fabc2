import { parseArgs } from "node:util";
import { currencyExponent } from "../../domain/money.ts";
import type { Environment } from "../prepare.ts";
import type { Rehearsal } from "./rehearsal.ts";

export const USAGE = `npm run doctor -- [options]

Checks the local service, with the variables of wrangler.toml and .dev.vars.

--env live          the live environment, with .dev.vars.live
--url URL           a deployed address; the environment variables ADMIN_CLIENT_ID and ADMIN_CLIENT_SECRET are an
                    administrator's client. With AUTH_ADMIN_CLIENT_ID and AUTH_ADMIN_CLIENT_SECRET the realm is
                    checked as well, and with LEDGER_TOKEN the ledger
--rehearse ACCOUNT  one payment from this account of the ledger, of the smallest amount, and its refund
--currency CODE     of the rehearsal; USD`;

/** What was asked for makes no sense: exit status 2. */
export class UsageError extends Error {}

export interface Arguments {
  environment: Environment;
  /** Null: the local service. */
  url: string | null;
  /** Null: no money moves. */
  rehearsal: Rehearsal | null;
}

export function readArguments(args: string[]): Arguments {
  const { env = "sandbox", url, rehearse, currency = "USD" } = parse(args);
  if (env !== "sandbox" && env !== "live") throw wrong("--env must be sandbox or live.");
  if (url !== undefined && !/^https?:$/.test(URL.parse(url)?.protocol ?? ""))
    throw wrong("--url must be an http(s) URL.");
  if (currencyExponent(currency) === null) throw wrong("--currency must be a code of ISO 4217, such as USD.");
  return {
    environment: env,
    url: url === undefined ? null : url.replace(/\/+$/, ""),
    rehearsal: rehearse === undefined ? null : { account: rehearse, currency },
  };
}

function parse(args: string[]) {
  const text = { type: "string" } as const;
  try {
    return parseArgs({ args, options: { env: text, url: text, rehearse: text, currency: text } }).values;
  } catch (error) {
    throw wrong(error instanceof Error ? error.message : "");
  }
}

function wrong(what: string): UsageError {
  return new UsageError(`${what}\n\n${USAGE}`);
}
