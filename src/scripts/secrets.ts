// The secrets that a Worker with these variables needs, and where their values come from.
import { generateKeyPairSync, randomBytes } from "node:crypto";
import { newWebhookSecret } from "../core/webhooks/sign.ts";
import type { VariableName } from "../main/guide/variables.ts";

export interface Secret {
  name: VariableName;
  /** What another party has made is asked for. */
  from: "made" | "asked";
}

const made = (name: VariableName): Secret => ({ name, from: "made" });
const asked = (name: VariableName): Secret => ({ name, from: "asked" });

/** Without these, nothing that is stored can be read, and no idempotency key finds its intent. */
export const KEYS_OF_THE_DATA: readonly VariableName[] = ["MASTER_KEY", "IDEMPOTENCY_KEY_SECRET"];

/** The ledger's Worker has them, and the service gets the same. */
export const LEDGER_SECRETS: readonly Secret[] = [made("LEDGER_TOKEN"), made("LEDGER_EVENTS_SECRET")];

/** `isLedgerBound`: the ledger is a Worker of the account. */
export function secretsOf(vars: Record<string, string>, isLedgerBound = false): Secret[] {
  return [
    ...KEYS_OF_THE_DATA.map(made),
    made("WALLET_ID_SECRET"),
    ...(vars.AUTH_URL
      ? [asked("AUTH_ADMIN_CLIENT_ID"), asked("AUTH_ADMIN_CLIENT_SECRET")]
      : [made("ADMIN_CLIENT_ID"), made("ADMIN_CLIENT_SECRET")]),
    ...(vars.LEDGER_URL || isLedgerBound
      ? [
          asked("LEDGER_TOKEN"),
          // Formance's settles at once, and has nothing to report.
          vars.LEDGER_KIND === "formance" ? made("LEDGER_EVENTS_SECRET") : asked("LEDGER_EVENTS_SECRET"),
        ]
      : LEDGER_SECRETS),
    ...(vars.WALLET_EVENTS_URL ? [asked("WALLET_EVENTS_SECRET")] : []),
  ];
}

export function makeSecret(name: VariableName): string {
  if (KEYS_OF_THE_DATA.includes(name) || name === "WALLET_ID_SECRET")
    return randomBytes(32).toString("base64");
  if (name === "ADMIN_CLIENT_ID") return "platform-admin";
  if (name.endsWith("_EVENTS_SECRET")) return newWebhookSecret();
  return randomBytes(32).toString("base64url");
}

/** The variables with which the service can push: a new pair of keys, and whom push services turn to. */
export function makePushKeys(subject: string): Record<string, string> {
  const { privateKey } = generateKeyPairSync("ec", { namedCurve: "prime256v1" });
  const { x = "", y = "", d = "" } = privateKey.export({ format: "jwk" });
  const point = [Buffer.of(4), Buffer.from(x, "base64url"), Buffer.from(y, "base64url")];
  return {
    VAPID_PUBLIC_KEY: Buffer.concat(point).toString("base64url"),
    VAPID_PRIVATE_KEY: d,
    VAPID_SUBJECT: subject,
  };
}
