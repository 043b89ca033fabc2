// What a ledger sends, and how the service responds.
import type { OperationObject, Parameter, PathItem } from "../../../routes/openapi/types.ts";
import { ID_HEADER, SIGNATURE_HEADER, TIMESTAMP_HEADER } from "../../../sdk/signature.ts";

/** Where, below the service's `PUBLIC_URL`. */
const EVENTS_PATH = "/internal/ledger-events";

const HEADERS: Parameter[] = [
  header(ID_HEADER, "The event's id, the same on every attempt."),
  header(TIMESTAMP_HEADER, "When this attempt was signed, in seconds since 1970; at most five minutes off."),
  header(
    SIGNATURE_HEADER,
    "`v1,` and base64 of HMAC-SHA256 over `{webhook-id}.{webhook-timestamp}.{body}`, keyed with the bytes behind `whsec_` in `LEDGER_EVENTS_SECRET`.",
  ),
];

const RESPONSES: OperationObject["responses"] = {
  "200": {
    description: "Recorded, or not about one of this service's intents. Do not send it again; it is safe to.",
  },
  "400": { description: "Not a ledger event, or `type` and `status` contradict each other." },
  "401": { description: "The signature or the timestamp is wrong." },
  "422": {
    description:
      "It names an intent and one of its transfers, but another account, amount or currency. It changes nothing.",
  },
  default: { description: "Send it again, at growing intervals, until the response is 2xx." },
};

export function events(content: (name: "TransactionSettled" | "TransactionFailed") => object) {
  const event = (id: string, summary: string, name: "TransactionSettled" | "TransactionFailed") => ({
    post: {
      operationId: id,
      tags: ["Events"],
      summary,
      description: `To \`${EVENTS_PATH}\` below the service's address. It may be sent before the response that accepts the transfer.`,
      security: [],
      parameters: HEADERS,
      requestBody: { required: true, content: content(name) },
      responses: RESPONSES,
    },
  });
  return {
    "transaction.settled": event("onTransactionSettled", "A transaction has settled", "TransactionSettled"),
    "transaction.failed": event("onTransactionFailed", "A transaction has failed", "TransactionFailed"),
  } as Record<string, PathItem>;
}

function header(name: string, description: string): Parameter {
  return { name, in: "header", required: true, description, schema: { type: "string" } };
}
