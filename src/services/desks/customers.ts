// Whom a desk has before it: a wallet by its code.
import { findMerchant } from "../../db/merchants/merchants.ts";
import { readCustomerLabel } from "../../db/sessions/customer-sessions.ts";
import { maskedName } from "../../domain/desk.ts";
import { err, ok, type Result } from "../../domain/result.ts";
import { countAudit } from "../audit/audit-logins.ts";
import type { DeskCaller } from "../caller.ts";
import type { Dependencies } from "../dependencies.ts";
import type { Refusal } from "../refusal.ts";
import { isStoppedCode, readScannedCode, type ScanToken } from "../wallet/scan-token.ts";

export interface Customer {
  walletId: string;
  /** What the customer has signed in to the wallet with, masked without a scan token; null where the service does not know it. */
  name: string | null;
  currencies: string[];
}

/** By a scan token or a wallet id. The token stays usable. The audit trail counts whom a desk has looked up. */
export async function findCustomer(
  deps: Dependencies,
  { desk, cause }: DeskCaller,
  code: string,
): Promise<Result<Customer, Refusal>> {
  const scanned = await readScannedCode(deps, code);
  if (!scanned.ok) return err("unknown_customer");
  const { walletId, token } = scanned.value;
  if (isOver(deps, token)) return err("customer_code_expired");
  if (await isStoppedCode(deps, scanned.value)) return err("unknown_customer");
  const currencies = await findCurrencies(deps, walletId);
  if (currencies === null) return err("unknown_customer");
  const details = token === null ? "by wallet id" : "by scan token";
  const action = "desk_customer.looked_up";
  await countAudit(deps, cause, { action, merchantId: null, targetId: desk.id, details });
  const name = await readCustomerLabel(deps.db, walletId);
  return ok({ walletId, name: token === null && name !== null ? maskedName(name) : name, currencies });
}

export function isOver({ clock }: Dependencies, token: ScanToken | null): boolean {
  return token !== null && token.expiresAt <= clock();
}

/** Null for what is no wallet: merchants have accounts at the ledger as well. */
export async function findCurrencies(
  { db, ledger }: Dependencies,
  walletId: string,
): Promise<string[] | null> {
  const [balances, merchant] = await Promise.all([ledger.findBalances(walletId), findMerchant(db, walletId)]);
  return balances === null || merchant !== null ? null : balances.map(({ currency }) => currency);
}
