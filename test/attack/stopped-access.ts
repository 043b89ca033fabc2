// One user, one till, or the refunds of a merchant are stopped; the rest of its business goes on.
import type { ClientCredentials } from "../../src/scripts/fetch-token.ts";
import { Attempts } from "./attempts.ts";
import { send, type Target } from "./requests.ts";
import {
  API,
  COUNTERS,
  createIntent,
  fetchToken,
  INTENTS,
  must,
  openShop,
  pullLever,
  requestToken,
  type Shop,
  signIn,
} from "./shops.ts";

const REASON = { reason: "Reported stolen" };

type Till = ClientCredentials & { id: string; token: string };

export async function tryStoppedAccess(target: Target): Promise<Attempts> {
  const attempts = new Attempts();
  const shop = await openShop(target, "stopped");
  await tryDisabledUser(target, shop, attempts);
  const { counter: till } = shop;
  await pullLever(target, shop, `counters/${till.id}/revoke`, REASON);
  await tryStoppedTill(target, till, "revoked", attempts);
  const other = await openTill(target, shop);
  await must(target, "DELETE", `${COUNTERS}/${other.id}`, { token: shop.token });
  await tryStoppedTill(target, other, "deactivated", attempts);
  await tryStoppedRefunds(target, shop, attempts);
  return attempts;
}

async function tryDisabledUser(target: Target, shop: Shop, attempts: Attempts): Promise<void> {
  const { email, password, token } = shop.dashboard;
  await pullLever(target, shop, "disable-user", { email, ...REASON });
  const read = () => send(target, "GET", INTENTS, { token });
  attempts.noteStatus("a disabled user reads", await read(), 401);
  const created = await send(target, "POST", INTENTS, { token, json: { amount: 1 } });
  attempts.noteStatus("a disabled user creates an intent", created, 401);
  attempts.noteStatus("a disabled user logs in", await signIn(target, email, password), 400, 401);
  const sold = await send(target, "POST", INTENTS, { token: shop.token, json: { amount: 1 } });
  attempts.noteStatus("the shop sells, meanwhile", sold, 201);
  await pullLever(target, shop, "enable-user", { email });
  attempts.noteStatus("an ended session, once enabled", await read(), 401);
  attempts.noteStatus("a new login, once enabled", await signIn(target, email, password), 200);
}

async function openTill(target: Target, { token }: Shop): Promise<Till> {
  const { counter, ...credentials } = await must(target, "POST", COUNTERS, { token, json: { name: "Till" } });
  return { ...credentials, id: counter.id, token: await fetchToken(target, credentials) };
}

/** Its own open intent included. */
async function tryStoppedTill(target: Target, till: Till, name: string, attempts: Attempts): Promise<void> {
  const { token } = till;
  const created = await send(target, "POST", INTENTS, { token, json: { amount: 1 } });
  attempts.noteStatus(`a ${name} till creates an intent`, created, 403);
  const { payment_intents: intents } = await must(target, "GET", `${INTENTS}?limit=100`, { token });
  for (const { id } of intents) {
    const cancelled = await send(target, "POST", `${INTENTS}/${id}/cancel`, { token });
    attempts.noteStatus(`a ${name} till cancels an intent`, cancelled, 403);
  }
  attempts.noteStatus(`a ${name} till gets a token`, await requestToken(target, till), 400, 401, 403);
}

async function tryStoppedRefunds(target: Target, shop: Shop, attempts: Attempts): Promise<void> {
  await pullLever(target, shop, "stop-refunds", REASON);
  const path = `${INTENTS}/${shop.paid}/refund`;
  const refunded = await send(target, "POST", path, { token: shop.token });
  attempts.noteStatus("a refund, stopped", refunded, 403);
  const login = await signIn(target, shop.dashboard.email, shop.dashboard.password);
  const byUser = await send(target, "POST", path, { token: login.json.access_token });
  attempts.noteStatus("a refund by a user, stopped", byUser, 401, 403);
  const created = await createIntent(target, shop.token);
  attempts.note("a sale, meanwhile", created === undefined && "refused");
  const { transactions } = await must(target, "GET", `${API}/transactions?limit=100`, { token: shop.token });
  const refunds = transactions.filter(({ transaction_type }: { transaction_type: string }) => {
    return transaction_type === "refund";
  });
  attempts.note("money refunded", refunds.length !== 1 && `${refunds.length} refunds instead of 1`);
  await pullLever(target, shop, "allow-refunds");
  const allowed = await send(target, "POST", path, { token: shop.token });
  attempts.noteStatus("a refund, once allowed", allowed, 200);
}
