/** Why a use case did not happen, besides what the intent itself refuses. */
export type Refusal =
  | "merchant_not_active"
  | "counter_not_active"
  | "foreign_counter"
  | "unknown_counter"
  | "email_taken";
