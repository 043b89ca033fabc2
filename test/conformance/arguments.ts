import { parseArgs } from "node:util";
import { currencyExponent } from "#core/domain/money.ts";
import { ScriptError } from "#scripts/run.ts";

export const USAGE = `npm run test:ledger -- [URL] [options]

URL                     the ledger, such as https://ledger.example.com; without it, the ledger's Worker on loopback
--formance              the URL is a ledger of Formance's, such as http://127.0.0.1:3068/v2/test: through the adapter for it
--token TOKEN           its bearer token; otherwise LEDGER_TOKEN
--account-with-money ID a wallet that holds at least 50.00, which it holds again afterwards
--merchant-account ID   a merchant's account
--open-accounts         instead of these two: the ledger opens wallets with POST /v1/accounts
--currency CODE         of the wallet; USD
--reports-port PORT     where the suite listens for the ledger's reports, at /internal/ledger-events
--reports-host HOST     127.0.0.1
--reports-secret SECRET whsec_…, which signs them; otherwise LEDGER_EVENTS_SECRET
--wait-seconds SECONDS  how long a settlement or a report may take; 60`;

export interface Arguments {
  /** Null stands for the embedded ledger. */
  url: string | null;
  isFormance: boolean;
  token: string;
  currency: string;
  /** With null, the ledger opens them. */
  given: { wallet: string; merchant: string } | null;
  reports: { host: string; port: number; secret: string } | null;
  waitMs: number;
}

/** Throws ScriptError with what is wrong. */
export function readArguments(args: string[], env: Record<string, string | undefined>): Arguments {
  const { values, url } = parse(args);
  const currency = values.currency ?? "USD";
  if (currencyExponent(currency) === null) throw wrong("--currency must be a code of ISO 4217, such as USD.");
  const waitSeconds = Number(values["wait-seconds"] ?? 60);
  if (!(waitSeconds > 0)) throw wrong("--wait-seconds must be a number greater than 0.");
  const isFormance = values.formance ?? false;
  if (isFormance && !/\/v2\/[^/]+$/.test(url ?? ""))
    throw wrong("--formance needs a URL that ends in /v2/ and the ledger's name.");
  const common = { currency, isFormance, waitMs: waitSeconds * 1000 };
  if (url === null) return { ...common, url, token: crypto.randomUUID(), given: null, reports: null };
  const token = values.token ?? env.LEDGER_TOKEN ?? "";
  if (token === "") throw wrong("Give the ledger's token with --token or LEDGER_TOKEN.");
  return { ...common, url, token, given: accountsIn(values), reports: reportsIn(values, env) };
}

type Values = ReturnType<typeof parse>["values"];

function accountsIn(values: Values): Arguments["given"] {
  if (values["open-accounts"] || values.formance) return null;
  const { "account-with-money": wallet, "merchant-account": merchant } = values;
  if (wallet !== undefined && merchant !== undefined) return { wallet, merchant };
  throw wrong("Give --account-with-money and --merchant-account, or --open-accounts.");
}

function reportsIn(values: Values, env: Record<string, string | undefined>): Arguments["reports"] {
  const { "reports-port": text, "reports-host": host = "127.0.0.1" } = values;
  if (text === undefined) return null;
  const port = Number(text);
  if (!Number.isInteger(port) || port < 1 || port > 65_535)
    throw wrong("--reports-port must be a number from 1 to 65535.");
  const secret = values["reports-secret"] ?? env.LEDGER_EVENTS_SECRET ?? "";
  if (!/^whsec_[A-Za-z0-9+/]+=*$/.test(secret))
    throw wrong("Give the secret of the reports, whsec_…, with --reports-secret or LEDGER_EVENTS_SECRET.");
  return { host, port, secret };
}

function parse(args: string[]) {
  const text = { type: "string" } as const;
  try {
    const { values, positionals } = parseArgs({
      args,
      allowPositionals: true,
      options: {
        formance: { type: "boolean" },
        token: text,
        currency: text,
        "account-with-money": text,
        "merchant-account": text,
        "open-accounts": { type: "boolean" },
        "reports-port": text,
        "reports-host": text,
        "reports-secret": text,
        "wait-seconds": text,
      },
    });
    const [url = null, ...others] = positionals;
    if (others.length > 0 || (url !== null && !URL.canParse(url))) throw wrong("There is one URL.");
    return { values, url };
  } catch (error) {
    throw error instanceof ScriptError ? error : wrong(error instanceof Error ? error.message : "");
  }
}

function wrong(what: string): ScriptError {
  return new ScriptError(`${what}\n\n${USAGE}`);
}
