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

type IntentResponse = Wire<"WalletPaymentIntentResponse">;

const API = "/wallet/api/v1";
const HISTORY_PAGE = "20";

const whole = <Body>(body: Body) => body;
const nothing = () => null;
const sessionIn = <Found>({ session }: { session: Found }) => session;

/** Returns null when nobody is signed in. */
export function readSession(): Promise<Outcome<Session | null>> {
  return exchange("GET", "/wallet/session", {}, sessionIn<Session | null>);
}

/** Opens, in the sandbox only, a wallet with play money. */
export function openSandboxWallet(
  money: { currency?: string; balance?: number } = {},
): Promise<Outcome<Session>> {
  return exchange("POST", "/sandbox/v1/wallet-session", { text: JSON.stringify(money) }, sessionIn<Session>);
}

/** Where to go on. */
export function signOut(): Promise<Outcome<string>> {
  const read = (body: { redirect_to: string }) => body.redirect_to;
  return exchange("POST", "/wallet/session/sign-out", {}, read);
}

/** Whoever has a payment's id may read it. */
export function readCurrency(paymentId: string): Promise<Outcome<string>> {
  const path = `/merchant/api/v1/public/payment-intents/${encodeURIComponent(paymentId)}`;
  const read = (body: Wire<"PublicPaymentIntentResponse">) => body.payment_intent.currency;
  return exchange("GET", path, {}, read);
}

export function readBalances(): Promise<Outcome<Balance[]>> {
  return exchange("GET", `${API}/wallet`, {}, ({ wallet }: Wire<"WalletResponse">) => wallet.balances);
}

/** Pay-outs first: their customer stands at the desk. */
export function readRequests(): Promise<Outcome<WalletRequest[]>> {
  const read = ({ approvals, pay_outs }: Wire<"ApprovalsResponse">) => [...pay_outs, ...approvals];
  return exchange("GET", `${API}/approvals`, {}, read);
}

export function readPayOut(id: string): Promise<Outcome<PayOut>> {
  const path = `${API}/pay-outs/${encodeURIComponent(id)}`;
  return exchange("GET", path, {}, ({ pay_out }: Wire<"PayOutResponse">) => pay_out);
}

/** Safe to repeat. */
export function actOnPayOut(id: string, action: "approve" | "reject"): Promise<Outcome<PayOut>> {
  const path = `${API}/pay-outs/${encodeURIComponent(id)}/${action}`;
  return exchange("POST", path, {}, ({ pay_out }: Wire<"PayOutResponse">) => pay_out);
}

export function readIntent(id: string): Promise<Outcome<WalletIntent>> {
  return exchange("GET", `${API}/payment-intents/${encodeURIComponent(id)}`, {}, intentIn);
}

export function readReceipt(id: string): Promise<Outcome<Wire<"Receipt">>> {
  const path = `${API}/payment-intents/${encodeURIComponent(id)}/receipt`;
  return exchange("GET", path, {}, ({ receipt }: Wire<"ReceiptResponse">) => receipt);
}

/** Safe to repeat: one wallet pays an intent once. */
export function act(
  id: string,
  action: PaymentAction,
): Promise<Outcome<{ intent: WalletIntent; isProcessing: boolean }>> {
  const read = (body: Wire<"PaymentProcessingResponse"> | IntentResponse) => ({
    intent: body.payment_intent,
    isProcessing: "code" in body,
  });
  return exchange("POST", `${API}/payment-intents/${encodeURIComponent(id)}/${action}`, {}, read);
}

function intentIn({ payment_intent }: IntentResponse): WalletIntent {
  return payment_intent;
}

export function createScanToken(): Promise<Outcome<Wire<"ScanTokenResponse">>> {
  return exchange("POST", `${API}/scan-token`, {}, whole<Wire<"ScanTokenResponse">>);
}

export function readHistory(
  cursor: string | null,
  limit = HISTORY_PAGE,
): Promise<Outcome<Wire<"WalletTransactionsResponse">>> {
  const query = new URLSearchParams({ limit, ...(cursor === null ? {} : { cursor }) });
  return exchange("GET", `${API}/transactions?${query}`, {}, whole<Wire<"WalletTransactionsResponse">>);
}

export function listBlockedShops(): Promise<Outcome<BlockedShop[]>> {
  const read = ({ blocked_merchants }: Wire<"BlockedMerchantsResponse">) => blocked_merchants;
  return exchange("GET", `${API}/blocked-merchants?limit=100`, {}, read);
}

export function setBlocked(merchantId: string, isBlocked: boolean): Promise<Outcome<null>> {
  return exchange(isBlocked ? "POST" : "DELETE", `${API}/blocked-merchants/${merchantId}`, {}, nothing);
}

export function erase(walletId: string): Promise<Outcome<null>> {
  return exchange("POST", `${API}/erase`, { text: JSON.stringify({ confirm: walletId }) }, nothing);
}

const nameIn = ({ name }: Wire<"WalletNameResponse">) => name;

export function readName(): Promise<Outcome<string | null>> {
  return exchange("GET", `${API}/name`, {}, nameIn);
}

export function changeName(name: string | null): Promise<Outcome<string | null>> {
  return exchange("PUT", `${API}/name`, { text: JSON.stringify({ name }) }, nameIn);
}

export function listDevices(): Promise<Outcome<Device[]>> {
  return exchange("GET", `${API}/sessions`, {}, ({ sessions }: Wire<"WalletSessionsResponse">) => sessions);
}

export function signOutDevice(id: string): Promise<Outcome<null>> {
  return exchange("DELETE", `${API}/sessions/${id}`, {}, nothing);
}

/** Whoever is signed in to this wallet, anywhere. */
export function stopWallet(): Promise<Outcome<null>> {
  return exchange("POST", `${API}/sessions/stop`, {}, nothing);
}

/** The link is followed by the browser, which saves what it leads to. */
export const EXPORT_PATH = `${API}/export`;
export const LIVE_PATH = `${API}/live`;

/** The service's key; null where nothing is pushed. */
export function readPushKey(): Promise<Outcome<string | null>> {
  return exchange("GET", `${API}/push`, {}, ({ public_key }: Wire<"PushResponse">) => public_key);
}

export function savePush(subscription: PushSubscriptionJSON): Promise<Outcome<null>> {
  const { endpoint, keys } = subscription;
  return exchange("PUT", `${API}/push`, { text: JSON.stringify({ endpoint, keys }) }, nothing);
}

export function forgetPush(endpoint: string): Promise<Outcome<null>> {
  return exchange("DELETE", `${API}/push`, { text: JSON.stringify({ endpoint }) }, nothing);
}
