// Examples of what the sandbox's stage responds.
import { DELIVERY_DETAIL, EVENT, WEBHOOK_TEST } from "./examples.ts";

const success = true;
const FAULT = { fault: "ledger_slow", expires_at: "2026-09-01T09:30:00.000Z" };

export const STAGE_RESPONSE_EXAMPLES = {
  SandboxFaultsResponse: { slow: { success, faults: [FAULT] }, none: { success, faults: [] } },
  SandboxClockResponse: { later: { success, payment_intents: 1, retries: 2 } },
  SandboxInboxResponse: {
    paid: {
      success,
      url: "https://payments.example.com/sandbox/v1/inbox",
      messages: [
        {
          id: EVENT.id,
          received_at: EVENT.timestamp,
          headers: { "content-type": "application/json", ...WEBHOOK_TEST.headers },
          body: JSON.stringify(DELIVERY_DETAIL.payload),
          response_status: 200,
        },
      ],
    },
  },
};
