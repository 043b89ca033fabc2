// What the till says, in every language. A text that is missing in one of them does not compile.
import type { EndStep } from "../sale.ts";

export interface Notice {
  title: string;
  text: string;
}

/** The service's codes for what a cashier can do something about. */
export type KnownRefusal =
  | "merchant_suspended"
  | "merchant_not_active"
  | "counter_not_active"
  | "unknown_scan_token"
  | "scan_token_expired"
  | "scan_token_used"
  | "too_many_approvals"
  | "too_many_rejections"
  | "rate_limited";

export interface Texts {
  till: string;
  loading: string;
  offline: string;
  close: string;
  retry: string;
  connection: Record<"live" | "polling" | "offline", string>;
  keypad: {
    label: string;
    total: string;
    add: string;
    clear: string;
    back: string;
    showCode: string;
    scan: string;
  };
  creating: string;
  delayed: Notice;
  /** After `delayed`, when a customer's code was scanned. */
  delayedScan: string;
  giveUp: string;
  open: Notice;
  approval: Notice;
  underway: Notice;
  codeAlt: string;
  timeLeft: string;
  cancel: string;
  cancelling: string;
  cancelInProgress: string;
  cancelUnknown: string;
  /** The customer can still approve what is left behind. */
  leave: string;
  leaveHint: string;
  ends: Record<EndStep, Notice>;
  refused: string;
  refusals: Record<KnownRefusal, string>;
  /** With the service's own code. */
  otherRefusal: (code: string) => string;
  next: string;
  again: string;
  scanner: {
    title: string;
    hint: string;
    noCamera: string;
    typed: string;
    submit: string;
    invalid: string;
  };
  sales: {
    title: string;
    today: string;
    count: (count: number) => string;
    refunded: (amount: string) => string;
    none: string;
    failed: string;
    status: Record<"pending" | "pending_approval" | "completed" | "expired" | "cancelled", string>;
    refund: Record<"pending" | "completed", string>;
  };
  receipt: {
    title: string;
    print: string;
    again: string;
    counter: string;
    time: string;
    payment: string;
    thanks: string;
  };
  menu: {
    title: string;
    language: string;
    currency: string;
    customerScreen: string;
    testSound: string;
    unpair: string;
    unpairHint: string;
  };
  currency: Notice & { label: string; save: string };
  unpaired: Notice & { pair: string };
  pair: {
    title: string;
    text: string;
    label: string;
    submit: string;
    scan: string;
    working: string;
    pairedAlready: (merchant: string) => string;
    failed: Record<"unknown" | "busy" | "stopped" | "offline", string>;
  };
  customer: { welcome: string; closed: string; thanks: string };
}
