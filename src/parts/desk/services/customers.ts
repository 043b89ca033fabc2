// Whom a desk has before it: a wallet by its code.
import { findMerchant } from "#core/db/merchants/merchants.ts";
import { readCustomerNames } from "#core/db/wallet/wallet-names.ts";
import { err, ok, type Result } from "#core/domain/result.ts";
import { readAhead } from "#core/lib/read-ahead.ts";
import type { ActorInRequest } from "#core/services/actor.ts";
import { countAudit } from "#core/services/audit/audit-logins.ts";
import type { Dependencies } from "#core/services/dependencies.ts";
import type { Refusal } from "#core/services/refusal.ts";
import {
  isStoppedCode,
  readScannedCode,
  type ScannedCode,
  type ScanToken,
} from "#core/services/wallet/scan-token.ts";
import { type Desk, maskedName } from "../domain/desk.ts";

/** A tablet that acts as a desk. */
export interface DeskActor extends ActorInRequest {
  desk: Desk;
}

export interface Customer {
  walletId: string;
  /** What the customer has signed in to the wallet with, masked without a scan token; null where the service does not know it. */
  name: string | null;
  /** By the customer, for desks. */
  chosenName: string | null;
  currencies: string[];
}

/** Finds one by a scan token or a wallet id. The token stays usable. The audit trail counts whom a desk has looked up. */
export async function findCustomer(
  deps: Dependencies,
  { desk, actor }: DeskActor,
  code: string,
): Promise<Result<Customer, Refusal>> {
  const scanned = await readScannedCode(deps, code);
  if (!scanned.ok) return err("unknown_customer");
  const { walletId, token } = scanned.value;
  if (isOver(deps, token)) return err("customer_code_expired");
  const reading = readAhead(readCustomerNames(deps.db, walletId));
  const currencies = await findCurrencies(deps, scanned.value);
  if (currencies === null) return err("unknown_customer");
  const details = token === null ? "by wallet id" : "by scan token";
  const action = "desk_customer.looked_up";
  await countAudit(deps, actor, { action, merchantId: null, targetId: desk.id, details });
  const { label, chosenName } = await reading;
  const name = label && token === null ? maskedName(label) : label || null;
  return ok({ walletId, name, chosenName, currencies });
}

export function isOver({ clock }: Dependencies, token: ScanToken | null): boolean {
  return token !== null && token.expiresAt <= clock();
}

/** Returns null for a code that the customer has stopped, and for no wallet: merchants have accounts at the ledger as well. */
export async function findCurrencies(deps: Dependencies, scanned: ScannedCode): Promise<string[] | null> {
  const { walletId } = scanned;
  const reading = readAhead(
    Promise.all([deps.ledger.findBalances(walletId), findMerchant(deps.db, walletId)]),
  );
  if (await isStoppedCode(deps, scanned)) return null;
  const [balances, merchant] = await reading;
  return balances === null || merchant !== null ? null : balances.map(({ currency }) => currency);
}
