// What a customer wants to be called at cash desks.
import { findWalletName, storeWalletName } from "#core/db/wallet/wallet-names.ts";
import type { Dependencies } from "#core/services/dependencies.ts";

export async function readName({ db }: Dependencies, walletId: string): Promise<string | null> {
  return await findWalletName(db, walletId);
}

export async function changeName(
  { db, clock }: Dependencies,
  walletId: string,
  name: string | null,
): Promise<void> {
  await storeWalletName(db, walletId, name, clock());
}
