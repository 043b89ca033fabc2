// A header names what goes wrong with the one intent that the request makes, also later. It belongs to no fingerprint: the request
// is the same without it.
import type { Context } from "hono";
import { createMiddleware } from "hono/factory";
import type { AppEnv } from "#core/http/app-env.ts";
import { invalid } from "#core/http/errors.ts";
import { refusalError } from "#core/http/refusals.ts";
import { merchantActor } from "#core/http/request.ts";
import { storeCase } from "./db/cases.ts";
import { CASE_HEADER, faultOf, SANDBOX_CASES, type SandboxCase } from "./domain/cases.ts";
import { LEDGER_FAULTS } from "./domain/playground.ts";
import { sandboxDependencies } from "./routes/sandbox-dependencies.ts";

const CREATE = "/merchant/api/v1/payment-intents";
const SCAN = "/merchant/api/v1/scan-payment";

/** Reads may have it, so that a client can send it with every request. */
export const testCases = createMiddleware<AppEnv>(async (c, next) => {
  const name = c.req.header(CASE_HEADER);
  if (name === undefined || c.req.method !== "POST" || !c.req.path.startsWith("/merchant/"))
    return await next();
  const known = readCase(c, name);
  await next();
  if (c.res.status === 201) await strike(c, known);
});

function readCase(c: Context<AppEnv>, name: string): SandboxCase {
  const { req } = c;
  if (req.path !== CREATE && req.path !== SCAN)
    throw refuse("belongs to the request that makes the payment intent");
  const known = SANDBOX_CASES.find((each) => each === name);
  if (known === undefined) throw refuse(`must be one of ${SANDBOX_CASES.join(", ")}`);
  if (known === "customer_declines" && req.path !== SCAN)
    throw refuse("can be customer_declines only where a customer is asked, by scan-payment");
  const isOfLedger = LEDGER_FAULTS.some((fault) => fault === faultOf(known));
  if (isOfLedger && sandboxDependencies(c).sandboxLedger === null)
    throw refuse("can only be a case of the embedded ledger where that is used");
  return known;
}

function refuse(message: string) {
  return invalid([{ field: CASE_HEADER, message }]);
}

/** A replay under the same key strikes again what was lost; what has struck already stays as it is. */
async function strike(c: Context<AppEnv>, name: SandboxCase): Promise<void> {
  const { db, intents } = c.get("deps");
  const merchantId = c.get("merchantId");
  const { payment_intent: intent } = await c.res.clone().json<{ payment_intent: MadeIntent }>();
  const isOwn = await storeCase(db, { merchantId, intentId: intent.id, fault: faultOf(name) });
  if (!isOwn) {
    const details = [
      { field: CASE_HEADER, message: "differs from the case of the payment intent under this key" },
    ];
    // Else the failure would have its headers.
    c.res = undefined;
    throw refusalError("idempotency_key_reused", undefined, { details });
  }
  const { actor } = merchantActor(c);
  if (name === "expire_now") await intents.execute(intent.id, { type: "simulate_expiry", merchantId }, actor);
  const walletId = intent.target_wallet_id;
  // The shop itself could withdraw the request: no customer decides here.
  if (name === "customer_declines" && walletId !== null)
    await intents.execute(intent.id, { type: "reject", walletId }, actor);
}

interface MadeIntent {
  id: string;
  target_wallet_id: string | null;
}
