// A stranger's own merchant: made without anything, and erased when nobody has used it for a month.
import { findMerchant } from "#core/db/merchants/merchants.ts";
import type { Actor } from "#core/domain/audit/actor.ts";
import { err, ok, type Result } from "#core/domain/result.ts";
import { BoundedCache } from "#core/lib/cache.ts";
import { keyedHash } from "#core/lib/keyed-hash.ts";
import { log, logFailure } from "#core/lib/log.ts";
import { PAIRING_SYMBOLS } from "#core/lib/pairing-code.ts";
import type { Dependencies } from "#core/services/dependencies.ts";
import { closeMerchant } from "#core/services/merchants/merchant-stops.ts";
import { type Registration, registerMerchant } from "#core/services/merchants/merchants.ts";
import type { SweepRun } from "#core/services/operations/resume-sweep.ts";
import type { Refusal } from "#core/services/refusal.ts";
import {
  deleteSignUp,
  forgetAddresses,
  insertSignUp,
  keepSignUp,
  listDueSignUps,
  postponeSignUp,
  type ReachedLimit,
} from "#sandbox/db/sign-ups.ts";
import { DAY_MS, emailOf, hasSignedUp, signUpId, UNUSED_MAX_MS } from "#sandbox/domain/sign-ups.ts";
import * as erasure from "#sandbox/parts-erasure.ts";
import type { SandboxDependencies } from "./dependencies.ts";

export interface SignUp extends Registration {
  businessName: string;
}

type SignUpRefusal = Refusal | keyof SandboxRefusals;

const REFUSALS: Record<ReachedLimit, SignUpRefusal> = {
  ofAddress: "too_many_sign_ups",
  ofDay: "too_many_sign_ups_today",
  alive: "sandbox_full",
};

/** `addressKey`: whose sign-ups count together. It is not kept, and its hash is another every day. */
export async function signUp(
  deps: SandboxDependencies,
  requestId: string,
  addressKey: string,
): Promise<Result<SignUp, SignUpRefusal>> {
  const { db, config, clock } = deps;
  if (!deps.hasSignUp) return err("sign_ups_off");
  const now = clock();
  const today = startOfDay(now);
  const merchantId = signUpId(crypto.randomUUID());
  const addressHash = await keyedHash("addresses that sign up", `${today} ${addressKey}`, config.masterKeys);
  const row = { merchantId, addressHash, signedUpAt: now, dueAt: now + UNUSED_MAX_MS + 2 * DAY_MS };
  const reached = await insertSignUp(db, row, today);
  if (reached !== null) return { ok: false, error: REFUSALS[reached], retryAfterMs: today + DAY_MS - now };
  const businessName = `Sandbox ${randomSymbols(4)}`;
  const actor = { client: "sandbox", requestId };
  const account = { email: emailOf(merchantId), businessName, unlistedId: merchantId };
  let isMade = false;
  try {
    const registered = await registerMerchant(deps, actor, account);
    isMade = registered.ok;
    return registered.ok ? ok({ businessName, ...registered.value }) : registered;
  } finally {
    // What could not be made counts as nobody's.
    if (!isMade) await orLog(merchantId, deleteSignUp(db, merchantId));
  }
}

function orLog(merchantId: string, work: Promise<void>): Promise<void> {
  return logFailure("error", "sign_up_not_noted", { merchant_id: merchantId }, work);
}

function startOfDay(now: number): number {
  return now - (now % DAY_MS);
}

function randomSymbols(count: number): string {
  const bytes = crypto.getRandomValues(new Uint8Array(count));
  return Array.from(bytes, (byte) => PAIRING_SYMBOLS[byte % PAIRING_SYMBOLS.length]).join("");
}

/** Each merchant needs no further note until then. */
const notedUntil = new BoundedCache<string, number>(10_000);

/**
 * Notes that a merchant is in use: one write a day, however much it asks for. The day and another, because isolates note it each
 * at its own time, so that it is never erased too soon.
 */
export async function noteUse({ db, clock }: Dependencies, merchantId: string): Promise<void> {
  const now = clock();
  if (!hasSignedUp(merchantId) || (notedUntil.get(merchantId) ?? 0) > now) return;
  notedUntil.set(merchantId, now + DAY_MS);
  const [before, dueAt] = [now + UNUSED_MAX_MS + DAY_MS, now + UNUSED_MAX_MS + 2 * DAY_MS];
  await orLog(merchantId, keepSignUp(db, merchantId, { dueAt, before }));
}

/** A run begins no more (60 queries, 10 other calls). Their payments' rows are the erasure's own work. */
const DUE_MAX = 3;
/** Erased is only what has been quiet for 48 hours, and the erasure itself takes some minutes. */
const RETRY_MS = 60 * 60_000;
const SYSTEM: Actor = { client: "sandbox", requestId: null };

export async function sweepSignUps(run: SweepRun): Promise<void> {
  const { db, clock } = run;
  await forgetAddresses(db, startOfDay(clock()));
  for (const merchantId of await listDueSignUps(db, clock(), DUE_MAX)) {
    // First, so that one that fails waits behind the others.
    await postponeSignUp(db, merchantId, clock() + RETRY_MS);
    await eraseUnused(run, merchantId).catch((error: unknown) =>
      log("error", "sweep_failed", { part: "sign_ups", key: merchantId, error }),
    );
  }
}

/** Without the part that erases there is none. */
type Erasure = (run: SweepRun, actor: Actor, merchantId: string) => Promise<unknown>;

/** One step: it is closed, then its erasure requested, and in the end nothing is noted of it. */
async function eraseUnused(run: SweepRun, merchantId: string): Promise<void> {
  const merchant = await findMerchant(run.db, merchantId);
  if (merchant === null || merchant.erasedAt !== null) await deleteSignUp(run.db, merchantId);
  else if (merchant.status !== "closed")
    await closeMerchant(run, SYSTEM, merchantId, "nobody has used it for 30 days");
  else for (const request of Object.values<Erasure>(erasure)) await request(run, SYSTEM, merchantId);
}
