import type { OperationWords } from "#core/http/describe.ts";

export const COUNTERS_WORDS: Record<string, OperationWords> = {
  createCounter: [
    "Register a counter",
    "A counter is a place that sells, such as a checkout or a web shop, with client credentials, a webhook address and a signing secret of its own.",
  ],
  listCounters: [
    "List counters",
    "Newest first. All of them, unless the request has `page`, `limit` or `cursor`.",
  ],
  getCounter: ["Read a counter"],
  updateCounter: ["Update a counter", "Fields that are left out stay as they are."],
  deactivateCounter: [
    "Deactivate a counter",
    "Its credentials stop working at once and it gets no new intents. Its open ones stay payable and refundable.",
  ],
  rotateCounterSecret: ["Replace a counter's webhook secret"],
  createCounterCredentials: [
    "Create a new client secret for a counter",
    "The one before stops working at once.",
  ],
  testCounterWebhook: [
    "Send a test webhook to a counter's address",
    "One `ping`, at once. A success ends the endpoint's failure.",
  ],
  createPairing: [
    "Create a code that pairs a till with a counter",
    "A till is a browser that acts as the counter: it creates and cancels payment intents, scans customers' codes and reads the counter's totals. The code works once, within 10 minutes, and only while whoever made it is an owner.",
  ],
  listTills: ["List a counter's tills"],
  renameTill: ["Rename a till"],
  revokeTill: ["Revoke a till", "Takes effect at once. Open intents of the till can still be paid."],
};
