import { type Context, Hono } from "hono";
import type { PaymentIntent } from "../domain/payment-intent.ts";
import { answer } from "../http/answer.ts";
import type { AppEnv } from "../http/app-env.ts";
import { asCustomer } from "../http/auth.ts";
import { walletCaller } from "../http/caller.ts";
import { failsWith } from "../http/failure.ts";
import { intentIdOf } from "../http/intent-id.ts";
import { presentWalletView } from "../http/present-intent.ts";
import { refused } from "../http/refusals.ts";
import { answerPayment, listBalances, listOpenApprovals } from "../services/wallet.ts";

export const wallet = new Hono<AppEnv>()
  .post(
    "/payment-intents/:intentID/confirm",
    failsWith("Failed to confirm payment"),
    asCustomer,
    async (c) => {
      const confirmed = await answerPayment(c.var.services, walletCaller(c), intentIdOf(c), "confirm");
      if (!confirmed.ok) throw refused(confirmed.error);
      return answerPaid(c, confirmed.value);
    },
  )
  .post(
    "/payment-intents/:intentID/approve",
    failsWith("Failed to approve payment"),
    asCustomer,
    async (c) => {
      const approved = await answerPayment(c.var.services, walletCaller(c), intentIdOf(c), "approve");
      if (!approved.ok) throw refused(approved.error);
      return answerPaid(c, approved.value);
    },
  )
  .post("/payment-intents/:intentID/reject", failsWith("Failed to reject payment"), asCustomer, async (c) => {
    const rejected = await answerPayment(c.var.services, walletCaller(c), intentIdOf(c), "reject");
    if (!rejected.ok) throw refused(rejected.error);
    return answer(c, { success: true, payment_intent: presentWalletView(rejected.value, c.var.walletId) });
  })
  .get("/approvals", failsWith("Failed to list approvals"), asCustomer, async (c) => {
    const open = await listOpenApprovals(c.var.services, c.var.walletId);
    return answer(c, {
      success: true,
      approvals: open.map((intent) => presentWalletView(intent, c.var.walletId)),
    });
  })
  .get("/wallet", failsWith("Failed to read wallet"), asCustomer, async (c) => {
    const balances = await listBalances(c.var.services, c.var.walletId);
    return answer(c, { success: true, wallet: { wallet_id: c.var.walletId, balances } });
  });

/** 202 while the ledger's answer is unknown: the payment is carried to its end without the caller. */
function answerPaid(c: Context<AppEnv>, intent: PaymentIntent): Response {
  const view = presentWalletView(intent, c.var.walletId);
  const isProcessing = intent.operation?.kind === "payment";
  if (!isProcessing) return answer(c, { success: true, payment_intent: view });
  return answer(c, { success: true, code: "payment_processing", payment_intent: view }, 202);
}
