// What a merchant can have go wrong in the sandbox, to see what becomes of a payment then.

/** Faults of the embedded ledger, for every payment to and refund of the merchant. */
export const LEDGER_FAULTS = ["wallet_empty", "ledger_slow", "refund_refused"] as const;
/** Faults of the merchant's inbox for webhooks. */
const ENDPOINT_FAULTS = ["endpoint_down", "endpoint_slow", "endpoint_gone"] as const;

export const PLAYGROUND_FAULTS = [...LEDGER_FAULTS, ...ENDPOINT_FAULTS] as const;
export type PlaygroundFault = (typeof PLAYGROUND_FAULTS)[number];

/** Faults end by themselves, so that nobody wonders next week why nothing works. */
export const FAULT_LIFETIME_MS = 60 * 60_000;

export interface ActiveFault {
  fault: PlaygroundFault;
  expiresAt: number;
}

/** A webhook as the inbox received it. */
export interface InboxMessage {
  /** Time-ordered. */
  id: string;
  receivedAt: number;
  headers: Record<string, string>;
  /** Byte for byte. */
  body: string;
  /** How the inbox responded; null when it did not. */
  responseStatus: number | null;
}
