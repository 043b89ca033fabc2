import { type Context, Hono } from "hono";
import { isProcessing } from "#core/domain/payment-intents/payment-intent.ts";
import type { AppEnv } from "#core/http/app-env.ts";
import { asCustomer } from "#core/http/auth.ts";
import { describe } from "#core/http/describe.ts";
import { orThrow, type Refusal } from "#core/http/refusals.ts";
import { pathId, publicActor, walletActor } from "#core/http/request.ts";
import { respond } from "#core/http/response.ts";
import { issuedAtOf, socketPass } from "#core/http/session.ts";
import { isoTime } from "#core/lib/time.ts";
import { findWalletReceipt } from "#core/services/merchants/receipts.ts";
import { openLiveWallet } from "#core/services/wallet/live-wallet.ts";
import { issueScanToken } from "#core/services/wallet/scan-token.ts";
import {
  actOnIntent,
  findWalletIntent,
  listApprovalsOfParts,
  listBalances,
  listOpenApprovals,
} from "#core/services/wallet/wallet.ts";
import { presentReceipt } from "#core/wire/merchants/present-profile.ts";
import { presentWalletView } from "#core/wire/payment-intents/present-intent.ts";

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
      const { deps, walletId } = c.var;
      const found = await findWalletIntent(deps, publicActor(c), walletId, pathId(c, "intentID"));
      const payment_intent = presentWalletView(orThrow(found), walletId, deps.config.environment);
      return respond<"WalletPaymentIntentResponse">(c, { payment_intent });
    },
  )
  .get(
    "/payment-intents/:intentID/receipt",
    describe("Wallet", {
      id: "getReceipt",
      responds: { 200: "ReceiptResponse" },
    }),
    asCustomer,
    async (c) => {
      const { deps, walletId } = c.var;
      const found = orThrow(await findWalletReceipt(deps, publicActor(c), walletId, pathId(c, "intentID")));
      return respond<"ReceiptResponse">(c, { receipt: presentReceipt(found, deps.config.publicUrl) });
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
      const lists = [listOpenApprovals(deps, walletId), listApprovalsOfParts(deps, walletId)] as const;
      const [open, ofParts] = await Promise.all(lists);
      const approvals = open.map((intent) => presentWalletView(intent, walletId, deps.config.environment));
      return respond<"ApprovalsResponse">(c, { approvals, ...ofParts });
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
    "/live",
    describe("Wallet", {
      id: "watchWallet",
      responds: { 101: null, 200: "WalletChangeResponse" },
      refusals: ["upgrade_required"],
    }),
    asCustomer,
    async (c) =>
      await openLiveWallet(c.get("deps"), c.get("walletId"), { ...socketPass(c), issuedAt: issuedAtOf(c) }),
  );

/** 202 while the ledger's result is unknown: the service completes the payment later. */
async function act(c: Context<AppEnv>, action: "confirm" | "approve" | "reject"): Promise<Response> {
  const { deps, walletId } = c.var;
  const intent = orThrow(await actOnIntent(deps, walletActor(c), pathId(c, "intentID"), action));
  const view = presentWalletView(intent, walletId, deps.config.environment);
  return isProcessing(intent)
    ? respond<"PaymentProcessingResponse">(c, { code: "payment_processing", payment_intent: view }, 202)
    : respond<"WalletPaymentIntentResponse">(c, { payment_intent: view });
}
