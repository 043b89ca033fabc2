export interface OperatorAlerts {
  /** Throws when the alert was not delivered; it is then sent again. */
  receive(alert: OperatorAlert): Promise<void>;
}

/** What operators are told of a merchant's webhooks. It holds no secret and no payment. */
export interface OperatorAlert {
  /** The same however often it is sent. */
  id: string;
  type: "webhooks.failing" | "webhooks.recovered";
  timestamp: string;
  data: {
    merchant_id: string;
    business_name: string;
    /** Scheme, host name and port. */
    endpoint: string;
    failing_since: string;
    consecutive_failures: number;
  };
}
