// Generated from the OpenAPI document by npm run generate; do not edit.
import type { Environment } from "./payment-intents.ts";

export interface GetTotalsQuery {
  /** A day in the merchant's time zone; today when no day is named. */
  date?: string;
  /** The first day of a range, instead of `date`. */
  from?: string;
  /** The last day of the range, at most 31 days in all. */
  to?: string;
  /** `day`: also for each day. */
  by?: "day";
}

/** The totals of the days. */
export interface TotalsResponse {
  from: string;
  to: string;
  time_zone: string;
  totals: Total[];
  counters: CounterTotal[];
  /** With `by=day`, oldest first. */
  days?: {
    date: string;
    totals: Total[];
  }[];
}

export interface Total {
  currency: string;
  paid: {
    count: number;
    /** In minor units, exactly. */
    amount_minor: number;
    /** With all decimals of the currency, exactly. */
    amount_decimal: string;
  };
  refunded: {
    count: number;
    /** In minor units, exactly. */
    amount_minor: number;
    /** With all decimals of the currency, exactly. */
    amount_decimal: string;
  };
  /** Paid without refunded; can be negative. */
  net: {
    /** In minor units, exactly. */
    amount_minor: number;
    /** With all decimals of the currency, exactly. */
    amount_decimal: string;
  };
}

export interface CounterTotal extends Total {
  /** Null for what was paid at no counter. */
  counter_id: string | null;
}

/** What has been seen of the integration. */
export interface GoLiveResponse {
  go_live: GoLive;
}

export interface GoLive {
  merchant_id: string;
  merchant_status: MerchantStatus;
  environment: Environment;
  /** Whether no check is `missing`. */
  is_complete: boolean;
  checks: GoLiveCheckResult[];
}

export type MerchantStatus = "active" | "inactive" | "closed" | (string & {});

export interface GoLiveCheckResult {
  /** New checks may be added. */
  check:
    | "payment_completed"
    | "webhook_delivered"
    | "webhook_retried"
    | "refund_settled"
    | "signatures_verified"
    | "secrets_in_manager"
    | "tokens_renewed_early"
    | "server_errors_retried"
    | (string & {});
  /** `yours_to_confirm`: the service cannot see it. */
  state: "passed" | "missing" | "yours_to_confirm" | (string & {});
  /** For people. */
  meaning: string;
  /** What to do about it; null once it has passed. */
  action: string | null;
  /** ISO 8601. */
  seen_at: string | null;
  payment_intent_id: string | null;
  /** The webhook's id. */
  event_id: string | null;
}

export interface MerchantUser {
  /** The `sub` of the user's tokens. */
  id: string;
  email: string;
  role: MerchantRole;
  /** False for one who cannot sign in, such as one whom an administrator has disabled. */
  is_enabled: boolean;
  /** ISO 8601. */
  created_at: string | null;
  /** When the link ends with which the user sets a first password. Null once there is a password. ISO 8601. */
  invited_until: string | null;
  /** When the invitation ended before a password was set: the link is dead, and the account is gone. Listed for 30 days, or until the user is removed. Null for everyone else. ISO 8601. */
  invitation_ended_at: string | null;
}

export type MerchantRole = "owner" | "staff" | (string & {});

export interface InviteMerchantUser {
  /** At most 254 characters. */
  email: string;
  /** Staff may take and cancel payments and read; everything else is for owners. */
  role: "owner" | "staff";
}

/** The new user. */
export interface MerchantUserInvitedResponse {
  user: MerchantUser;
  /** Where the user sets a password, within 72 hours; null when the identity provider mails the link. */
  setup_url: string | null;
}

export interface UpdateMerchantUser {
  /** Staff may take and cancel payments and read; everything else is for owners. */
  role: "owner" | "staff";
}

/** The settings as they now stand. */
export interface MerchantSettingsResponse {
  settings: MerchantSettings;
}

export interface MerchantSettings {
  /** IANA; whose days the totals and the payments by day are of. */
  time_zone: string;
  /** Schemes of apps that a `return_url` may have. */
  return_schemes: string[];
  address: string | null;
  vat_id: string | null;
  receipt_footer: string | null;
  currency: string | null;
  language: string | null;
  /** A PNG image; null without one. */
  logo_url: string | null;
}

export interface UpdateMerchantSettings {
  /** A name of the IANA time zone database, such as `Europe/Berlin`. `UTC` when never set. */
  time_zone?: string | null;
  /** For receipts, as all of these; null for none. At most 300 characters. */
  address?: string | null;
  vat_id?: string | null;
  /** At most 300 characters. */
  receipt_footer?: string | null;
  /** The currency of tills and pages; the default of `amount` stays USD. */
  currency?: string | null;
  /** The language of tills, and of pages where a browser asks for none. */
  language?: "en" | "de" | "fr" | "es" | "ar" | "ja" | null;
}
