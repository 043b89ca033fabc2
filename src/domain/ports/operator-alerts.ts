export interface OperatorAlerts {
  /** Throws when the alert was not delivered; it is then sent again. */
  receive(alert: OperatorAlert): Promise<void>;
}

/** What operators are told. It holds no secret and no payment. */
export type OperatorAlert = {
  /** The same however often it is sent. */
  id: string;
  timestamp: string;
} & (
  | {
      type: "webhooks.failing" | "webhooks.recovered";
      data: {
        merchant_id: string;
        business_name: string;
        /** Scheme, host name and port. */
        endpoint: string;
        failing_since: string;
        consecutive_failures: number;
      };
    }
  /** As administrators read it of the movement. */
  | { type: "adjustment.requested"; data: Record<string, unknown> }
  | {
      type: "database.filling";
      data: { database: string; size_bytes: number; percent: number; next_step: string };
    }
  | { type: "float.mismatch"; data: { currency: string; difference: string | null } }
);
