import { type Context, Hono } from "hono";
import type { PaymentIntent } from "../domain/payment-intent.ts";
import type { AppEnv } from "../http/app-env.ts";
import { asCustomer } from "../http/auth.ts";
import { failsWith } from "../http/failure.ts";
import { refused } from "../http/refusals.ts";
import { intentIdOf, walletCaller } from "../http/request.ts";
import { respond } from "../http/response.ts";
import { actOnIntent, listBalances, listOpenApprovals } from "../services/wallet.ts";
import { presentWalletView } from "../wire/present-intent.ts";

export const wallet = new Hono<AppEnv>()
  .post(
    "/payment-intents/:intentID/confirm",
    failsWith("Failed to confirm payment"),
    asCustomer,
    async (c) => {
      const confirmed = await actOnIntent(c.var.deps, walletCaller(c), intentIdOf(c), "confirm");
      if (!confirmed.ok) throw refused(confirmed.error);
      return respondPaid(c, confirmed.value);
    },
  )
  .post(
    "/payment-intents/:intentID/approve",
    failsWith("Failed to approve payment"),
    asCustomer,
    async (c) => {
      const approved = await actOnIntent(c.var.deps, walletCaller(c), intentIdOf(c), "approve");
      if (!approved.ok) throw refused(approved.error);
      return respondPaid(c, approved.value);
    },
  )
  .post("/payment-intents/:intentID/reject", failsWith("Failed to reject payment"), asCustomer, async (c) => {
    const rejected = await actOnIntent(c.var.deps, walletCaller(c), intentIdOf(c), "reject");
    if (!rejected.ok) throw refused(rejected.error);
    return respond(c, { success: true, payment_intent: presentWalletView(rejected.value, c.var.walletId) });
  })
  .get("/approvals", failsWith("Failed to list approvals"), asCustomer, async (c) => {
    const open = await listOpenApprovals(c.var.deps, c.var.walletId);
    return respond(c, {
      success: true,
      approvals: open.map((intent) => presentWalletView(intent, c.var.walletId)),
    });
  })
  .get("/wallet", failsWith("Failed to read wallet"), asCustomer, async (c) => {
    const balances = await listBalances(c.var.deps, c.var.walletId);
    return respond(c, { success: true, wallet: { wallet_id: c.var.walletId, balances } });
  });

/** 202 while the ledger's answer is unknown: the payment is carried to its end without the caller. */
function respondPaid(c: Context<AppEnv>, intent: PaymentIntent): Response {
  const view = presentWalletView(intent, c.var.walletId);
  const isProcessing = intent.operation?.kind === "payment";
  if (!isProcessing) return respond(c, { success: true, payment_intent: view });
  return respond(c, { success: true, code: "payment_processing", payment_intent: view }, 202);
}
