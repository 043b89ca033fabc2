// What the stage says, in every language. A text that is missing in one of them does not compile.
import type { SaleState } from "../sale-state.ts";
import type { Step } from "../steps.ts";

export type FaultName =
  | "wallet_empty"
  | "ledger_slow"
  | "refund_refused"
  | "endpoint_down"
  | "endpoint_slow"
  | "endpoint_gone";

export interface Texts {
  title: string;
  intro: string;
  opening: string;
  openFailed: string;
  signIn: string;
  signInHint: string;
  start: string;
  startHint: (shop: string) => string;
  newShop: string;
  dashboard: string;
  offline: string;
  story: string;
  steps: Record<Step, string>;
  till: string;
  tillHint: string;
  amount: (currency: string) => string;
  goods: string;
  createSale: string;
  scanCustomer: string;
  codeAlt: string;
  timeLeft: (left: string) => string;
  checkoutPage: string;
  cancel: string;
  refund: string;
  nextSale: string;
  states: Record<SaleState, string>;
  wallet: string;
  walletHint: string;
  balance: string;
  walletIdle: string;
  scan: string;
  asks: (shop: string) => string;
  pay: string;
  approve: string;
  reject: string;
  inbox: string;
  inboxHint: string;
  inboxEmpty: string;
  verified: string;
  forged: string;
  /** Null: it did not respond. */
  responded: (status: number | null) => string;
  signedText: string;
  headers: string;
  body: string;
  controls: string;
  controlsHint: string;
  clock: string;
  later: (minutes: 1 | 15 | 60 | 1440) => string;
  moved: (intents: number, retries: number) => string;
  faultsTitle: string;
  faults: Record<FaultName, { title: string; text: string }>;
}
