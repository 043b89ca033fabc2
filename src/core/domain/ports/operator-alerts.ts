export interface OperatorAlerts {
  /** Throws when the alert was not delivered; it is then sent again. */
  receive(alert: OperatorAlert): Promise<void>;
}

declare global {
  /** The data of the parts' alerts, by type. */
  interface PartAlerts {}
}

interface FailingWebhooks {
  merchant_id: string;
  business_name: string;
  /** Scheme, host name and port. */
  endpoint: string;
  failing_since: string;
  consecutive_failures: number;
}

interface AlertData extends PartAlerts {
  "webhooks.failing": FailingWebhooks;
  "webhooks.recovered": FailingWebhooks;
  "database.filling": { database: string; size_bytes: number; percent: number; next_step: string };
}

/** What operators are told. It holds no secret and no payment. */
export type OperatorAlert = {
  /** It stays the same however often the alert is sent. */
  id: string;
  timestamp: string;
} & { [Type in keyof AlertData]: { type: Type; data: AlertData[Type] } }[keyof AlertData];
