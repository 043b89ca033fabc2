import * as z from "zod/mini";
import { nameText } from "../shared/fields.ts";
import { documented, named } from "../shared/published.ts";

/** How an operator settles an operation: by the ledger's transaction, or as declined where there is none. */
export const ResolveBody = named(
  "ResolvePaymentIntent",
  z
    .object({
      transaction_id: documented(
        { description: "The ledger's transaction. Instead of `outcome`." },
        z.nullish(nameText(255)),
      ),
      outcome: documented(
        { description: "The ledger has no transaction of the operation. Instead of `transaction_id`." },
        z.nullish(z.enum(["declined"])),
      ),
    })
    .check(({ value, issues }) => {
      const isGiven = (field: string | null | undefined) => field !== null && field !== undefined;
      const report = (path: keyof typeof value, message: string) =>
        issues.push({ code: "custom", input: value, path: [path], message });
      if (!isGiven(value.transaction_id) && !isGiven(value.outcome)) {
        report("transaction_id", "or outcome is required");
      }
      if (isGiven(value.transaction_id) && isGiven(value.outcome)) {
        report("outcome", "must not be sent with transaction_id");
      }
    }),
);
