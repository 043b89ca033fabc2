// The wallet's calls of the JSON API.
import type { CustomerSessionView, Wire } from "#core/wire/shared/wire-types.ts";
import { exchange, type Outcome } from "#pages/browser/kit/exchange.ts";
import type { PaymentAction, WalletIntent } from "./payment.ts";

export type Session = CustomerSessionView;
export type Balance = Wire<"Balance">;
export type BlockedShop = Wire<"BlockedMerchant">;
export type Transaction = Wire<"WalletTransaction">;
export type Device = Wire<"WalletSessionsResponse">["sessions"][number];
export type PayOut = Wire<"PayOut">;

/** What waits for this customer: a payment or a pay-out. */
export type WalletRequest = WalletIntent | PayOut;

const API = "/wallet/api/v1";
/** The link is followed by the browser, which saves what it leads to. */
export const EXPORT_PATH = `${API}/export`;
export const LIVE_PATH = `${API}/live`;

/** `read` takes what is wanted out of the response. */
function ask<Body, Found>(method: string, path: string, read: (body: Body) => Found, json?: object) {
  return exchange(method, path, json === undefined ? {} : { text: JSON.stringify(json) }, read);
}

const nothing = () => null;
const sessionIn = <Found>({ session }: { session: Found }) => session;
const payOutIn = ({ pay_out }: Wire<"PayOutResponse">) => pay_out;
const nameIn = ({ name }: Wire<"WalletNameResponse">) => name;

/** Returns null when nobody is signed in. */
export const readSession = () => ask("GET", "/wallet/session", sessionIn<Session | null>);

/** Opens, in the sandbox only, a wallet with play money. */
export const openSandboxWallet = (money: { currency: string; balance: number }) =>
  ask("POST", "/sandbox/v1/wallet-session", sessionIn<Session>, money);

/** Where to go on. */
export const signOut = () =>
  ask("POST", "/wallet/session/sign-out", (body: { redirect_to: string }) => body.redirect_to);

/** Whoever has a payment's id may read it. */
export const readCurrency = (paymentId: string) =>
  ask(
    "GET",
    `/merchant/api/v1/public/payment-intents/${encodeURIComponent(paymentId)}`,
    ({ payment_intent }: Wire<"PublicPaymentIntentResponse">) => payment_intent.currency,
  );

export const readBalances = () =>
  ask("GET", `${API}/wallet`, ({ wallet }: Wire<"WalletResponse">) => wallet.balances);

/** Pay-outs first: their customer stands at the desk. */
export const readRequests = () =>
  ask("GET", `${API}/approvals`, ({ approvals, pay_outs }: Wire<"ApprovalsResponse">): WalletRequest[] => [
    ...pay_outs,
    ...approvals,
  ]);

const payOutPath = (id: string) => `${API}/pay-outs/${encodeURIComponent(id)}`;

export const readPayOut = (id: string) => ask("GET", payOutPath(id), payOutIn);

/** Safe to repeat. */
export const actOnPayOut = (id: string, action: "approve" | "reject") =>
  ask("POST", `${payOutPath(id)}/${action}`, payOutIn);

const intentPath = (id: string) => `${API}/payment-intents/${encodeURIComponent(id)}`;

export const readIntent = (id: string) =>
  ask("GET", intentPath(id), (body: Wire<"WalletPaymentIntentResponse">) => body.payment_intent);

export const readReceipt = (id: string) =>
  ask("GET", `${intentPath(id)}/receipt`, ({ receipt }: Wire<"ReceiptResponse">) => receipt);

type Acted = Wire<"PaymentProcessingResponse"> | Wire<"WalletPaymentIntentResponse">;

/** Safe to repeat: one wallet pays an intent once. */
export const act = (id: string, action: PaymentAction) =>
  ask("POST", `${intentPath(id)}/${action}`, (body: Acted) => ({
    intent: body.payment_intent,
    isProcessing: "code" in body,
  }));

export const createScanToken = () =>
  ask("POST", `${API}/scan-token`, (body: Wire<"ScanTokenResponse">) => body);

export function readHistory(cursor: string | null, limit = "20") {
  const query = new URLSearchParams({ limit, ...(cursor !== null && { cursor }) });
  return ask("GET", `${API}/transactions?${query}`, (body: Wire<"WalletTransactionsResponse">) => body);
}

/** It is on the page that begins there, or soon behind it: what has come since has moved it on. */
export async function readTransaction(
  id: string,
  cursor: string | null,
  pagesLeft = 5,
): Promise<Outcome<Transaction>> {
  const outcome = await readHistory(cursor, "100");
  if (outcome.kind !== "ok") return outcome;
  const { transactions, next_cursor: next } = outcome.value;
  const value = transactions.find((transaction) => transaction.id === id);
  if (value !== undefined) return { kind: "ok", value };
  if (next === null || pagesLeft <= 1) return { kind: "refused", status: 404, code: "not_found" };
  return readTransaction(id, next, pagesLeft - 1);
}

export const listBlockedShops = () =>
  ask(
    "GET",
    `${API}/blocked-merchants?limit=100`,
    ({ blocked_merchants }: Wire<"BlockedMerchantsResponse">) => blocked_merchants,
  );

export const setBlocked = (merchantId: string, isBlocked: boolean) =>
  ask(isBlocked ? "POST" : "DELETE", `${API}/blocked-merchants/${merchantId}`, nothing);

export const erase = (walletId: string) => ask("POST", `${API}/erase`, nothing, { confirm: walletId });

export const readName = () => ask("GET", `${API}/name`, nameIn);

export const changeName = (name: string | null) => ask("PUT", `${API}/name`, nameIn, { name });

export const listDevices = () =>
  ask("GET", `${API}/sessions`, ({ sessions }: Wire<"WalletSessionsResponse">) => sessions);

export const signOutDevice = (id: string) => ask("DELETE", `${API}/sessions/${id}`, nothing);

/** Whoever is signed in to this wallet, anywhere. */
export const stopWallet = () => ask("POST", `${API}/sessions/stop`, nothing);

/** The service's key; null where nothing is pushed. */
export const readPushKey = () =>
  ask("GET", `${API}/push`, ({ public_key }: Wire<"PushResponse">) => public_key);

export const savePush = ({ endpoint, keys }: PushSubscriptionJSON) =>
  ask("PUT", `${API}/push`, nothing, { endpoint, keys });

export const forgetPush = (endpoint: string) => ask("DELETE", `${API}/push`, nothing, { endpoint });
