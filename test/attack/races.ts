// Sends many requests at once, of which at most one may succeed.
import { Attempts } from "./attempts.ts";
import { type Reply, send, type Target } from "./requests.ts";
import {
  type Customer,
  confirm,
  createIntent,
  INTENTS,
  must,
  openWallet,
  type Shop,
  WALLET,
  waitUntilRefunded,
} from "./shops.ts";

const AT_ONCE = 20;
const AMOUNT = 5;

export async function tryRaces(target: Target, _victim: Shop, attacker: Shop): Promise<Attempts> {
  const attempts = new Attempts();
  await payOnceWithMany(target, attacker, attempts);
  await payManyWithOne(target, attacker, attempts);
  await refundTwice(target, attacker, attempts);
  await cancelWhilePaying(target, attacker, attempts);
  await createTwiceUnderOneKey(target, attacker, attempts);
  return attempts;
}

const times = <Result>(count: number, make: (index: number) => Promise<Result>) =>
  Promise.all(Array.from({ length: count }, (_, index) => make(index)));

const successesOf = (replies: readonly Reply[]) => replies.filter(({ status }) => status === 200).length;

async function payOnceWithMany(target: Target, { token }: Shop, attempts: Attempts): Promise<void> {
  const intent = await createIntent(target, token, { amount: AMOUNT });
  const wallets = await times(4, () => openWallet(target, token, 100));
  await times(AT_ONCE, (index) => confirm(target, intent, wallets[index % wallets.length] as Customer));
  const left = await times(wallets.length, (index) => balanceOf(target, wallets[index] as Customer));
  const taken = left.reduce((sum, balance) => sum + 100 - balance, 0);
  attempts.note(`one intent, ${AT_ONCE} payments by 4 wallets`, taken !== AMOUNT && `took ${taken}`);
}

async function payManyWithOne(target: Target, { token }: Shop, attempts: Attempts): Promise<void> {
  const wallet = await openWallet(target, token, AMOUNT);
  const intents = await times(AT_ONCE, () => createIntent(target, token, { amount: AMOUNT }));
  const paid = successesOf(await Promise.all(intents.map((id) => confirm(target, id, wallet))));
  const left = await balanceOf(target, wallet);
  attempts.note(`${AT_ONCE} intents, money for one`, (paid > 1 || left < 0) && `${paid} paid, ${left} left`);
}

async function refundTwice(target: Target, { token, customer }: Shop, attempts: Attempts): Promise<void> {
  const intent = await createIntent(target, token, { amount: AMOUNT });
  const before = await balanceOf(target, customer);
  await confirm(target, intent, customer);
  await times(AT_ONCE, (index) => {
    const headers = { "Idempotency-Key": `refund-${index}` };
    return send(target, "POST", `${INTENTS}/${intent}/refund`, { token, headers });
  });
  await waitUntilRefunded(target, token, intent);
  const after = await balanceOf(target, customer);
  attempts.note(`${AT_ONCE} refunds of one payment`, after !== before && `${before} became ${after}`);
}

async function cancelWhilePaying(target: Target, { token }: Shop, attempts: Attempts): Promise<void> {
  for (let round = 0; round < AT_ONCE; round += 1) {
    const wallet = await openWallet(target, token, AMOUNT);
    const intent = await createIntent(target, token, { amount: AMOUNT });
    await Promise.all([
      confirm(target, intent, wallet),
      send(target, "POST", `${INTENTS}/${intent}/cancel`, { token }),
    ]);
    const { payment_intent: end } = await must(target, "GET", `${INTENTS}/${intent}`, { token });
    const isPaid = (await balanceOf(target, wallet)) === 0;
    const isConsistent = isPaid === (end.status === "completed");
    attempts.note(
      "cancel while paying",
      !isConsistent && `${end.status}, wallet ${isPaid ? "debited" : "not debited"}`,
    );
  }
}

async function createTwiceUnderOneKey(target: Target, { token }: Shop, attempts: Attempts): Promise<void> {
  const headers = { "Idempotency-Key": crypto.randomUUID() };
  const replies = await times(AT_ONCE, () =>
    send(target, "POST", INTENTS, { token, headers, json: { amount: AMOUNT } }),
  );
  const ids = new Set(replies.map(({ json }) => json.payment_intent?.id));
  attempts.note(`${AT_ONCE} creates under one key`, ids.size !== 1 && `${ids.size} intents`);
}

async function balanceOf(target: Target, { token }: Customer): Promise<number> {
  const { wallet } = await must(target, "GET", `${WALLET}/wallet`, { token });
  return Number(wallet.balances[0].amount);
}
