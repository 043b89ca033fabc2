import { type Context, Hono } from "hono";
import { isProcessing } from "../../domain/payment-intent.ts";
import type { AppEnv } from "../../http/app-env.ts";
import { asCustomer } from "../../http/auth.ts";
import { describe } from "../../http/describe.ts";
import { limitList, limitLongRead } from "../../http/rate-limit.ts";
import { orThrow, type Refusal } from "../../http/refusals.ts";
import { pathId, publicCaller, walletCaller } from "../../http/request.ts";
import { respond } from "../../http/response.ts";
import { issuedAtOf, socketPass } from "../../http/session.ts";
import { query } from "../../http/validate.ts";
import { isoTime } from "../../lib/time.ts";
import { openLiveWallet } from "../../services/wallet/live-wallet.ts";
import { actOnPayOut, listPayOuts } from "../../services/wallet/pay-outs.ts";
import { issueScanToken } from "../../services/wallet/scan-token.ts";
import {
  actOnIntent,
  findWalletIntent,
  listBalances,
  listOpenApprovals,
} from "../../services/wallet/wallet.ts";
import { readHistory } from "../../services/wallet/wallet-history.ts";
import { presentWalletView } from "../../wire/payment-intents/present-intent.ts";
import { historyCursor } from "../../wire/shared/cursor.ts";
import { presentPayOut, presentWalletTransaction } from "../../wire/wallet/present-wallet.ts";
import { WalletTransactionsQuery } from "../../wire/wallet/requests.ts";

export const PAYMENT_REFUSALS = [
  "insufficient_funds",
  "declined_recently",
  "not_payable",
  "already_paid",
  "already_cancelled",
  "payment_in_progress",
  "expired",
  "currency_mismatch",
  "account_not_found",
  "not_executed",
  "unknown_currency",
] satisfies Refusal[];

export const wallet = new Hono<AppEnv>()
  .get(
    "/payment-intents/:intentID",
    describe("Wallet", {
      id: "getWalletPaymentIntent",
      responds: { 200: "WalletPaymentIntentResponse" },
    }),
    asCustomer,
    async (c) => {
      const walletId = c.get("walletId");
      const found = await findWalletIntent(c.get("deps"), publicCaller(c), walletId, pathId(c, "intentID"));
      const payment_intent = presentWalletView(orThrow(found), walletId);
      return respond<"WalletPaymentIntentResponse">(c, { payment_intent });
    },
  )
  .post(
    "/payment-intents/:intentID/confirm",
    describe("Wallet", {
      id: "confirmPayment",
      responds: { 200: "WalletPaymentIntentResponse", 202: "PaymentProcessingResponse" },
      refusals: [...PAYMENT_REFUSALS, "approval_required"],
    }),
    asCustomer,
    (c) => act(c, "confirm"),
  )
  .post(
    "/payment-intents/:intentID/approve",
    describe("Wallet", {
      id: "approvePayment",
      responds: { 200: "WalletPaymentIntentResponse", 202: "PaymentProcessingResponse" },
      refusals: PAYMENT_REFUSALS,
    }),
    asCustomer,
    (c) => act(c, "approve"),
  )
  .post(
    "/payment-intents/:intentID/reject",
    describe("Wallet", {
      id: "rejectPayment",
      responds: { 200: "WalletPaymentIntentResponse" },
      refusals: ["already_paid", "payment_in_progress", "expired"],
    }),
    asCustomer,
    (c) => act(c, "reject"),
  )
  .get(
    "/approvals",
    describe("Wallet", {
      id: "listApprovals",
      responds: { 200: "ApprovalsResponse" },
    }),
    asCustomer,
    async (c) => {
      const { deps, walletId } = c.var;
      const lists = [listOpenApprovals(deps, walletId), listPayOuts(deps, walletId)] as const;
      const [open, payOuts] = await Promise.all(lists);
      const approvals = open.map((intent) => presentWalletView(intent, walletId));
      return respond<"ApprovalsResponse">(c, { approvals, pay_outs: payOuts.map(presentPayOut) });
    },
  )
  .get(
    "/wallet",
    describe("Wallet", {
      id: "getWallet",
      responds: { 200: "WalletResponse" },
    }),
    asCustomer,
    async (c) => {
      const balances = await listBalances(c.get("deps"), c.get("walletId"));
      return respond<"WalletResponse">(c, { wallet: { wallet_id: c.get("walletId"), balances } });
    },
  )
  .post(
    "/scan-token",
    describe("Wallet", {
      id: "createScanToken",
      responds: { 200: "ScanTokenResponse" },
    }),
    asCustomer,
    async (c) => {
      const { token, expiresAt } = await issueScanToken(c.get("deps"), c.get("walletId"));
      return respond<"ScanTokenResponse">(c, { scan_token: token, expires_at: isoTime(expiresAt) });
    },
  )
  .get(
    "/transactions",
    describe("Wallet", {
      id: "listWalletTransactions",
      responds: { 200: "WalletTransactionsResponse" },
      refusals: ["unknown_cursor"],
    }),
    asCustomer,
    query(WalletTransactionsQuery),
    async (c) => {
      await limitList(c);
      const { limit, cursor } = c.req.valid("query");
      const beforeLongRead = () => limitLongRead(c, true);
      const { lines, next } = orThrow(
        await readHistory(c.get("deps"), c.get("walletId"), cursor, limit, beforeLongRead),
      );
      const transactions = lines.map(presentWalletTransaction);
      const next_cursor = historyCursor.format(next);
      return respond<"WalletTransactionsResponse">(c, { transactions, next_cursor });
    },
  )
  .get(
    "/live",
    describe("Wallet", {
      id: "watchWallet",
      responds: { 101: null, 200: "WalletChangeResponse" },
      refusals: ["upgrade_required"],
    }),
    asCustomer,
    async (c) =>
      await openLiveWallet(c.get("deps"), c.get("walletId"), { ...socketPass(c), issuedAt: issuedAtOf(c) }),
  )
  .post(
    "/pay-outs/:movementID/approve",
    describe("Wallet", {
      id: "approvePayOut",
      responds: { 200: "PayOutResponse", 202: "PayOutResponse" },
      refusals: [
        "movement_ended",
        "movement_expired",
        "insufficient_funds",
        "account_not_found",
        "currency_mismatch",
        "not_executed",
      ],
    }),
    asCustomer,
    (c) => actAtDesk(c, "approve"),
  )
  .post(
    "/pay-outs/:movementID/reject",
    describe("Wallet", {
      id: "rejectPayOut",
      responds: { 200: "PayOutResponse" },
      refusals: ["movement_ended", "movement_processing"],
    }),
    asCustomer,
    (c) => actAtDesk(c, "reject"),
  );

/** 202 while the ledger's result is unknown: the service completes the payment later. */
async function act(c: Context<AppEnv>, action: "confirm" | "approve" | "reject"): Promise<Response> {
  const intent = orThrow(await actOnIntent(c.get("deps"), walletCaller(c), pathId(c, "intentID"), action));
  const view = presentWalletView(intent, c.get("walletId"));
  return isProcessing(intent)
    ? respond<"PaymentProcessingResponse">(c, { code: "payment_processing", payment_intent: view }, 202)
    : respond<"WalletPaymentIntentResponse">(c, { payment_intent: view });
}

async function actAtDesk(c: Context<AppEnv>, action: "approve" | "reject"): Promise<Response> {
  const acted = await actOnPayOut(c.get("deps"), walletCaller(c), pathId(c, "movementID"), action);
  const payOut = orThrow(acted);
  const status = payOut.movement.status === "processing" ? 202 : 200;
  return respond<"PayOutResponse">(c, { pay_out: presentPayOut(payOut) }, status);
}
