import * as z from "zod/mini";
import { FINDING_KINDS } from "#core/domain/reconciliation/reconciliation.ts";
import { integer, NextCursor, nullable, responseOf, text, time, uuid } from "#core/wire/shared/envelope.ts";
import { documented } from "#core/wire/shared/openapi-notes.ts";

export const ReconciliationFinding = z.object({
  kind: z.lazy(() => documented("New kinds may be added.", z.enum(FINDING_KINDS))),
  since: time("Since when it has been so, as far as is known."),
  merchant_id: nullable(uuid()),
  payment_intent_id: nullable(uuid()),
  movement_id: nullable(uuid()),
  event_id: nullable(uuid()),
  transaction_id: nullable(z.string(), "At the ledger."),
  found: text("For people."),
  action: text("What the operator does about it."),
});
export const ReconciliationResponse = responseOf(
  "A page of what is stuck or disagrees. It may be empty and still have a `next_cursor`.",
  {
    from: time(),
    to: time(),
    findings: z.array(ReconciliationFinding),
    ledger: documented(
      "`unavailable`: the ledger failed, and the comparison with it is left out. `not_reached`: it is on a later page.",
      z.enum(["compared", "unavailable", "not_reached"]),
    ),
    limit: integer(),
    next_cursor: NextCursor,
  },
);
