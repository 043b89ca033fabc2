// A merchant that is suspended in the middle of its work: none of its tokens may be accepted for a command, and nobody
// else may be affected.
import { Attempts } from "./attempts.ts";
import { readState } from "./every-route.ts";
import { type Operation, readOperations, requestOf } from "./operations.ts";
import { send, type Target } from "./requests.ts";
import {
  confirm,
  createIntent,
  openShop,
  openWallet,
  pullLever,
  requestToken,
  rotateCredentials,
  type Shop,
  signIn,
  WALLET,
} from "./shops.ts";

export async function trySuspendedMerchant(target: Target, victim: Shop): Promise<Attempts> {
  const attempts = new Attempts();
  const shop = await openShop(target, "suspended");
  const tillsIntent = await createIntent(target, shop.counter.token);
  const before = await readState(target, shop);
  await pullLever(target, shop, "suspend", { reason: "Reported by the bank" });

  await tryCommands(target, shop, attempts);
  await tryTokens(target, shop, attempts);
  for (const [name, id] of Object.entries({ shop: shop.pending, till: tillsIntent }))
    attempts.noteStatus(`pay an open intent of the ${name}`, await confirm(target, id, shop.customer), 409);
  const approval = `${WALLET}/payment-intents/${shop.awaitingApproval}/approve`;
  const approved = await send(target, "POST", approval, { token: shop.customer.token });
  attempts.noteStatus("approve its request", approved, 409);
  const { approvals = "", ...state } = await readState(target, shop);
  attempts.note("its request", approvals.includes(shop.awaitingApproval) && "is still shown to the customer");
  for (const [name, now] of Object.entries(state))
    attempts.note(`its ${name}`, now !== before[name] && "changed");

  const wallet = await openWallet(target, victim.token, 5);
  const sold = await confirm(target, await createIntent(target, victim.token), wallet);
  attempts.noteStatus("another merchant sells, meanwhile", sold, 200);

  await pullLever(target, shop, "reinstate");
  const { credentials, counter, pending, customer } = shop;
  attempts.noteStatus("a token, once reinstated", await requestToken(target, credentials), 200);
  attempts.noteStatus("the till's token, once reinstated", await requestToken(target, counter), 200);
  attempts.noteStatus("pay, once reinstated", await confirm(target, pending, customer), 200);
  return attempts;
}

/** Every command of the document that is a merchant's. */
async function tryCommands(target: Target, shop: Shop, attempts: Attempts): Promise<void> {
  const known = { scan_token: shop.customer.walletId, counter_id: shop.counter.id };
  const callers = { client: shop.token, user: shop.dashboard.token, till: shop.counter.token };
  for (const operation of (await readOperations(target)).filter(isMerchantsCommand)) {
    for (const [caller, token] of Object.entries(callers)) {
      const { method, path, json: example } = requestOf(operation, shop);
      const json = operation.id === "scanPayment" ? { ...example, ...known } : example;
      const reply = await send(target, method, path, { token, json });
      attempts.noteStatus(`${method} ${operation.path} by its ${caller}`, reply, 403);
    }
  }
  attempts.note("commands of the document", attempts.count === 0 && "none found");
}

function isMerchantsCommand({ method, path, needsToken }: Operation): boolean {
  const isMerchants = /^\/(merchant|sandbox)\//.test(path) && !/\/(register$|merchants\/|admin\/)/.test(path);
  return needsToken && method !== "GET" && isMerchants;
}

async function tryTokens(target: Target, shop: Shop, attempts: Attempts): Promise<void> {
  const { credentials, counter, dashboard } = shop;
  attempts.noteStatus("a new token", await requestToken(target, credentials), 400, 401, 403);
  attempts.noteStatus("a new token of its till", await requestToken(target, counter), 400, 401, 403);
  const login = await signIn(target, dashboard.email, dashboard.password);
  attempts.noteStatus("a login of its user", login, 400, 401, 403);
  await rotateCredentials(target, shop);
  attempts.noteStatus("with a new secret", await requestToken(target, shop.credentials), 400, 401, 403);
}
