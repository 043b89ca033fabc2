import { Hono } from "hono";
import { answer } from "../http/answer.ts";
import type { AppEnv } from "../http/app-env.ts";
import { asCustomer } from "../http/auth.ts";
import { causeOf } from "../http/caller.ts";
import { failsWith } from "../http/failure.ts";
import { intentIdOf } from "../http/intent-id.ts";
import { presentWalletView } from "../http/present-intent.ts";
import { refused } from "../http/refusals.ts";
import { confirmPayment, listBalances } from "../services/wallet.ts";

export const wallet = new Hono<AppEnv>()
  .post(
    "/payment-intents/:intentID/confirm",
    failsWith("Failed to confirm payment"),
    asCustomer,
    async (c) => {
      const { walletId } = c.var;
      const confirmed = await confirmPayment(c.var.services, walletId, intentIdOf(c), causeOf(c));
      if (!confirmed.ok) throw refused(confirmed.error);
      const view = presentWalletView(confirmed.value, walletId);
      if (confirmed.value.operation?.kind === "payment") {
        return answer(c, { success: true, code: "payment_processing", payment_intent: view }, 202);
      }
      return answer(c, { success: true, payment_intent: view });
    },
  )
  .get("/wallet", failsWith("Failed to read wallet"), asCustomer, async (c) => {
    const balances = await listBalances(c.var.services, c.var.walletId);
    return answer(c, { success: true, wallet: { wallet_id: c.var.walletId, balances } });
  });
