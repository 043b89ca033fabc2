// What clients see once it is quiet again: every intent by id, the lists and the balances.
import { currencyExponent, parseAmount } from "#core/domain/money.ts";
import { inParallel } from "../in-parallel.ts";
import type {
  Exchange,
  FloatEvidence,
  MerchantLists,
  StoredIntent,
  WalletEvidence,
} from "../judge/evidence.ts";
import { callAsAdmin } from "../merchant.ts";
import type { Actors, Shop, Wallet } from "./actors.ts";

const READERS = 8;
const PAGE = 100;

/** The journal notes what each read returns. */
export async function readIntents({ shops }: Actors, intents: readonly StoredIntent[]): Promise<void> {
  for (const { merchantId, server } of shops) {
    const own = intents.filter((intent) => intent.merchantId === merchantId);
    await inParallel(own, READERS, async ({ id }) => {
      // A refusal is noted as well.
      await server.patient.paymentIntents.get(id).catch(() => undefined);
    });
  }
}

/** Once more under its key, each request that may have reached the service: the desk learns what became of it. */
export async function repeatAtDesks({ desks }: Actors, exchanges: readonly Exchange[]): Promise<void> {
  for (const { actor, clients } of desks) {
    const own = new Map(exchanges.filter((each) => each.actor === actor).map((each) => [each.key, each]));
    own.delete(null);
    await inParallel([...own.values()], READERS, async ({ path, request, key }) => {
      await clients.patient(path, request ?? {}, key ?? "").catch(() => undefined);
    });
  }
}

export async function readFloat(): Promise<FloatEvidence[]> {
  const path = "/merchant/api/v1/admin/float";
  return (await callAsAdmin<{ float: FloatEvidence[] }>("GET", path)).float;
}

export async function readLists({ shops }: Actors): Promise<MerchantLists[]> {
  return await Promise.all(shops.map(readListsOf));
}

async function readListsOf({ merchantId, server }: Shop): Promise<MerchantLists> {
  const intents = await Array.fromAsync(server.patient.paymentIntents.all({ limit: PAGE }));
  const transactions: MerchantLists["transactions"][number][] = [];
  for (let page = 1; ; page++) {
    const { items, next } = await server.patient.listTransactions({ page, limit: PAGE });
    for (const { transaction_id: id, status, amount, currency } of items) {
      transactions.push({ id, status, amount, currency });
    }
    if (next === null) return { merchantId, intentIds: intents.map(({ id }) => id), transactions };
  }
}

export async function readWallets({ wallets, poorWallets }: Actors): Promise<WalletEvidence[]> {
  return await Promise.all([...wallets, ...poorWallets].map(readWallet));
}

async function readWallet({ id, currency, openingMinor, readBalance }: Wallet): Promise<WalletEvidence> {
  const text = await readBalance();
  const balance = parseAmount(text, currencyExponent(currency) ?? 0);
  // An empty balance is no amount of money.
  const balanceMinor = balance.ok ? balance.value : Number(text);
  return { id, currency, openingMinor, balanceMinor };
}
