// What the checkout page shows of an intent: the same on the server and in the browser.

/** `underway`: the intent is being paid, as one that is still open after its deadline. */
export type ShownState =
  | "open"
  | "approval"
  | "underway"
  | "unpayable"
  | "completed"
  | "refunding"
  | "refunded"
  | "cancelled"
  | "expired";

/** What the public view says of an intent. */
export interface ShownIntent {
  status: "pending" | "pending_approval" | "completed" | "expired" | "cancelled";
  is_payable: boolean;
  is_processing: boolean;
  refund_status: "pending" | "completed" | null;
  expires_at: string;
}

export function shownState(intent: ShownIntent, now: number): ShownState {
  switch (intent.status) {
    case "completed":
      if (intent.refund_status === null) return "completed";
      return intent.refund_status === "pending" ? "refunding" : "refunded";
    case "pending":
    case "pending_approval":
      if (intent.is_processing || now >= Date.parse(intent.expires_at)) return "underway";
      if (!intent.is_payable) return "unpayable";
      return intent.status === "pending" ? "open" : "approval";
    default:
      return intent.status;
  }
}

/** Nothing more will happen that the page would have to show by itself. */
export const FINAL_STATES: readonly ShownState[] = ["completed", "refunded", "cancelled", "expired"];

export function isFinal(state: ShownState): boolean {
  return FINAL_STATES.includes(state);
}
