import * as z from "zod";
import { INTENT_STATUSES, REFUND_STATUSES } from "../../domain/payment-intent.ts";
import { parseCursor } from "../cursor.ts";
import { documented } from "../published.ts";
import { PageQuery, Time, text } from "./fields.ts";

export const ListIntentsQuery = PageQuery.extend({
  status: z.enum(INTENT_STATUSES).optional(),
  refund_status: z.enum(REFUND_STATUSES).optional(),
  counter_id: z.uuid().toLowerCase().optional(),
  reference: text(255).optional(),
  created_from: Time.optional(),
  created_to: Time.optional(),
  cursor: documented(
    { description: "The next_cursor of the page before; instead of `page`, and as fast at any depth." },
    z.string().max(100).optional(),
  ),
}).transform((query, context) => {
  const cursor = query.cursor === undefined ? null : parseCursor(query.cursor);
  if (query.cursor !== undefined && cursor === null) {
    context.addIssue({ code: "custom", path: ["cursor"], message: "must be a next_cursor of this list" });
  }
  if (query.cursor !== undefined && query.page !== 1) {
    context.addIssue({ code: "custom", path: ["page"], message: "must not come with a cursor" });
  }
  return {
    page: query.page,
    limit: query.limit,
    status: query.status ?? null,
    refundStatus: query.refund_status ?? null,
    counterId: query.counter_id ?? null,
    reference: query.reference ?? null,
    createdFrom: query.created_from ?? null,
    createdTo: query.created_to ?? null,
    cursor,
  };
});
