// In the sandbox merchants play customers: only their own, and money is made only for wallets.
import { Attempts } from "./attempts.ts";
import { send, type Target } from "./requests.ts";
import { API, must, openWallet, type Shop, WALLET } from "./shops.ts";

const BALANCE = 50;

export async function trySandboxWallets(target: Target, victim: Shop, attacker: Shop): Promise<Attempts> {
  const attempts = new Attempts();
  const { token } = attacker;
  const wallet = await openWallet(target, victim.token, BALANCE);
  const json = { scan_token: wallet.walletId, counter_id: attacker.counter.id, amount: BALANCE };
  const asked = await send(target, "POST", `${API}/scan-payment`, { token, json });
  attempts.noteStatus("ask another merchant's wallet", asked, 201);
  const simulate = `/sandbox/v1/payment-intents/${asked.json.payment_intent.id}/simulate`;
  for (const action of ["approve", "reject"]) {
    const reply = await send(target, "POST", simulate, { token, json: { action } });
    attempts.noteStatus(`${action} for another merchant's wallet`, reply, 403);
  }
  const { approvals } = await must(target, "GET", `${WALLET}/approvals`, { token: wallet.token });
  attempts.note("the request", approvals.length !== 1 && "is no longer open");
  await send(target, "POST", simulate, { token, json: { action: "pay" } });
  const { wallet: after } = await must(target, "GET", `${WALLET}/wallet`, { token: wallet.token });
  attempts.note("the wallet", Number(after.balances[0].amount) !== BALANCE && "has paid");

  const make = (by: string, balance: unknown) =>
    send(target, "POST", "/sandbox/v1/wallets", { token: by, json: { currency: "USD", balance } });
  attempts.noteStatus("money made by a customer", await make(attacker.customer.token, 1_000_000), 403);
  for (const balance of [-1, 1e10, 0.001, "1", null])
    attempts.noteStatus(`a wallet with ${balance}`, await make(token, balance), 400);
  return attempts;
}
