import type { PushSubscription } from "./push.ts";

export interface Push {
  /** A push of the same topic that waits for the browser is replaced. */
  topic: string;
  body: string;
  /** What is not may wait until the device is awake. */
  isUrgent: boolean;
  /** How long it is worth delivering. */
  ttlSeconds: number;
}

/** The services of browsers' vendors, which carry messages to browsers. */
export interface PushService {
  /**
   * `gone` when the browser has ended the subscription; `circuit_open` when the service has failed too often to be asked now;
   * `timed_out` when it may have the push. Throws when it was not delivered otherwise.
   */
  send(subscription: PushSubscription, push: Push): Promise<"sent" | "gone" | "circuit_open" | "timed_out">;
}
