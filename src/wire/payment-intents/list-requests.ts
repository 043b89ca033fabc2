import * as z from "zod";
import { INTENT_STATUSES, REFUND_STATUSES } from "../../domain/payment-intent.ts";
import { cursorOf, PageOrCursorQuery } from "../shared/cursor-field.ts";
import { Time, text } from "../shared/fields.ts";
import { AmountText } from "../shared/money.ts";

export const ListIntentsQuery = PageOrCursorQuery.extend({
  status: z.enum(INTENT_STATUSES).optional(),
  refund_status: z.enum(REFUND_STATUSES).optional(),
  counter_id: z.uuid().toLowerCase().optional(),
  reference: text(255).optional(),
  amount: AmountText.optional(),
  created_from: Time.optional(),
  created_to: Time.optional(),
}).transform((query, context) => {
  return {
    page: query.page,
    limit: query.limit,
    status: query.status ?? null,
    refundStatus: query.refund_status ?? null,
    counterId: query.counter_id ?? null,
    reference: query.reference ?? null,
    amount: query.amount ?? null,
    createdFrom: query.created_from ?? null,
    createdTo: query.created_to ?? null,
    cursor: cursorOf(query, context),
  };
});
