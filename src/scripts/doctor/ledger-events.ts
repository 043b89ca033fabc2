// Whether the Worker verifies a ledger's events with the secret that is known here.
import { signWebhook } from "../../webhooks/sign.ts";
import { isLedgerBound } from "../wrangler-facts.ts";
import { ask } from "./ask.ts";
import { type Check, type Finding, judge, Unseen } from "./check.ts";
import type { Target } from "./target.ts";

type Seen = Pick<Target, "url" | "variables" | "wrangler">;

const PATH = "/internal/ledger-events";

const CHECKS: Check<Seen>[] = [
  {
    name: "ledger.events-secret",
    fault: async ({ url, variables: { LEDGER_EVENTS_SECRET: secrets } }) => {
      if (!secrets) throw new Unseen("without LEDGER_EVENTS_SECRET it cannot be compared with the Worker's");
      // Signed, but no event: it is refused after its signature has been verified, and changes nothing.
      const body = "{}";
      const headers = await signWebhook(secrets.split(","), crypto.randomUUID(), Date.now(), body);
      const { status } = await ask(url + PATH, { method: "POST", headers: { ...headers }, body });
      if (status === 400) return null;
      return status === 401
        ? "the Worker verifies events with another secret"
        : `POST ${PATH} responded with ${status}`;
    },
    fix: "Give the Worker and the ledger the same LEDGER_EVENTS_SECRET.",
  },
];

/** Of a service that responds. */
export async function checkLedgerEvents(target: Seen): Promise<Finding[]> {
  const hasLedger = target.variables.LEDGER_URL || isLedgerBound(target.wrangler);
  return hasLedger ? await judge(CHECKS, target) : [];
}
