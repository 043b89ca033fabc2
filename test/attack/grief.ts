// An empty wallet confirms in a loop, to keep those who can pay from paying and the merchant from cancelling.
import { Attempts } from "./attempts.ts";
import { send, type Target } from "./requests.ts";
import { type Customer, confirm, createIntent, INTENTS, must, openWallet, type Shop } from "./shops.ts";

const ROUNDS = 10;
const SUCCESSES_MIN = 9;
const LOOPS = 3;
const PRICE = 5;

export async function tryGrief(target: Target, victim: Shop, attacker: Shop): Promise<Attempts> {
  const attempts = new Attempts();
  const empty = await openWallet(target, attacker.token, 0);
  const payer = await openWallet(target, victim.token, ROUNDS * PRICE);
  const pay = (intent: string) => confirm(target, intent, payer);
  const cancel = (intent: string) =>
    send(target, "POST", `${INTENTS}/${intent}/cancel`, { token: victim.token });
  for (const [name, act] of Object.entries({ pays: pay, cancels: cancel })) {
    let succeeded = 0;
    for (let round = 0; round < ROUNDS; round += 1) {
      const intent = await createIntent(target, victim.token, { amount: PRICE });
      const loop = await startLoop(target, intent, empty);
      if ((await act(intent)).status === 200) succeeded += 1;
      attempts.note("the empty wallet", (await loop.end()).includes(200) && "has paid");
    }
    const who = name === "pays" ? "the customer" : "the merchant";
    attempts.note(`${who} ${name}, ${ROUNDS} times`, succeeded < SUCCESSES_MIN && `only ${succeeded} times`);
  }
  const { wallet } = await must(target, "GET", "/wallet/api/v1/wallet", { token: payer.token });
  attempts.note("the customer's balance", Number(wallet.balances[0].amount) < 0 && "is negative");
  return attempts;
}

/** Resolves once the ledger has declined the first payment. `end` returns all statuses. */
async function startLoop(target: Target, intent: string, wallet: Customer) {
  const statuses = [(await confirm(target, intent, wallet)).status];
  let isOver = false;
  const loop = async () => {
    while (!isOver) statuses.push((await confirm(target, intent, wallet)).status);
  };
  const running = Promise.all(Array.from({ length: LOOPS }, loop));
  return {
    end: async () => {
      isOver = true;
      await running;
      return statuses;
    },
  };
}
