// The wallet's calls of the JSON API.
import { exchange, type Outcome } from "../kit/exchange.ts";
import type { PaymentAction, WalletIntent } from "./payment.ts";

export interface Session {
  wallet_id: string;
  /** The customer's name or email. */
  label: string;
}

export interface Balance {
  currency: string;
  /** Decimal text. */
  amount: string;
}

export interface Transaction {
  id: string;
  transaction_type: string;
  direction: "in" | "out";
  amount: string;
  currency: string;
  status: string;
  created_at: string;
  merchant_name: string | null;
  desk_name: string | null;
  payment_intent_id: string | null;
}

/** At a cash desk, whose name it has. */
export interface PayOut {
  id: string;
  desk_name: string;
  amount_decimal: string;
  currency: string;
  status: string;
  expires_at: string;
}

/** What waits for this customer: a payment or a pay-out. */
export type WalletRequest = WalletIntent | PayOut;

export interface History {
  transactions: Transaction[];
  next_cursor: string | null;
}

export interface BlockedShop {
  id: string;
  business_name: string;
}

export interface ScanToken {
  scan_token: string;
  expires_at: string;
}

const API = "/wallet/api/v1";
const HISTORY_PAGE = "20";

type Body = Record<string, unknown>;
const whole = <T>(body: Body) => body as T;
const nothing = () => null;

/** Null when nobody is signed in. */
export function readSession(): Promise<Outcome<Session | null>> {
  return exchange("GET", "/wallet/session", {}, ({ session }) => session as Session | null);
}

/** In the sandbox only: a wallet with play money. */
export function openSandboxWallet(): Promise<Outcome<Session>> {
  return exchange("POST", "/sandbox/v1/wallet-session", { text: "{}" }, ({ session }) => session as Session);
}

/** Where to go on. */
export function signOut(): Promise<Outcome<string | null>> {
  return exchange(
    "POST",
    "/wallet/session/sign-out",
    {},
    ({ redirect_to }) => (redirect_to ?? null) as string | null,
  );
}

export function readBalances(): Promise<Outcome<Balance[]>> {
  return exchange("GET", `${API}/wallet`, {}, ({ wallet }) => (wallet as { balances: Balance[] }).balances);
}

/** Pay-outs first: their customer stands at the desk. */
export function readRequests(): Promise<Outcome<WalletRequest[]>> {
  return exchange("GET", `${API}/approvals`, {}, ({ approvals, pay_outs }) => [
    ...((pay_outs ?? []) as PayOut[]),
    ...(approvals as WalletIntent[]),
  ]);
}

/** Safe to repeat. */
export function actOnPayOut(id: string, action: "approve" | "reject"): Promise<Outcome<PayOut>> {
  const path = `${API}/pay-outs/${encodeURIComponent(id)}/${action}`;
  return exchange("POST", path, {}, ({ pay_out }) => pay_out as PayOut);
}

export function readIntent(id: string): Promise<Outcome<WalletIntent>> {
  return exchange("GET", `${API}/payment-intents/${encodeURIComponent(id)}`, {}, intentIn);
}

/** Safe to repeat: one wallet pays an intent once. */
export function act(
  id: string,
  action: PaymentAction,
): Promise<Outcome<{ intent: WalletIntent; isProcessing: boolean }>> {
  const read = (body: Body) => ({ intent: intentIn(body), isProcessing: body.code === "payment_processing" });
  return exchange("POST", `${API}/payment-intents/${encodeURIComponent(id)}/${action}`, {}, read);
}

function intentIn({ payment_intent }: Body): WalletIntent {
  return payment_intent as WalletIntent;
}

export function createScanToken(): Promise<Outcome<ScanToken>> {
  return exchange("POST", `${API}/scan-token`, {}, (body) => whole<ScanToken>(body));
}

export function readHistory(cursor: string | null, limit = HISTORY_PAGE): Promise<Outcome<History>> {
  const query = new URLSearchParams({ limit, ...(cursor === null ? {} : { cursor }) });
  return exchange("GET", `${API}/transactions?${query}`, {}, (body) => whole<History>(body));
}

export function listBlockedShops(): Promise<Outcome<BlockedShop[]>> {
  const read = ({ blocked_merchants }: Body) => blocked_merchants as BlockedShop[];
  return exchange("GET", `${API}/blocked-merchants?limit=100`, {}, read);
}

export function setBlocked(merchantId: string, isBlocked: boolean): Promise<Outcome<null>> {
  return exchange(isBlocked ? "POST" : "DELETE", `${API}/blocked-merchants/${merchantId}`, {}, nothing);
}

export function erase(walletId: string): Promise<Outcome<null>> {
  return exchange("POST", `${API}/erase`, { text: JSON.stringify({ confirm: walletId }) }, nothing);
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
  return exchange("GET", `${API}/push`, {}, ({ public_key }) => public_key as string | null);
}

export function savePush(subscription: PushSubscriptionJSON): Promise<Outcome<null>> {
  const { endpoint, keys } = subscription;
  return exchange("PUT", `${API}/push`, { text: JSON.stringify({ endpoint, keys }) }, nothing);
}

export function forgetPush(endpoint: string): Promise<Outcome<null>> {
  return exchange("DELETE", `${API}/push`, { text: JSON.stringify({ endpoint }) }, nothing);
}
