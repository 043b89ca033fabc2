import * as z from "zod/mini";
import { INTENT_STATUSES, REFUND_STATUSES } from "../../domain/payment-intent.ts";
import { cursorOf, PageOrCursorQuery } from "../shared/cursor-field.ts";
import { Time, text } from "../shared/fields.ts";
import { AmountText } from "../shared/money.ts";

export const ListIntentsQuery = z.pipe(
  z.extend(PageOrCursorQuery, {
    status: z.optional(z.enum(INTENT_STATUSES)),
    refund_status: z.optional(z.enum(REFUND_STATUSES)),
    counter_id: z.optional(z.uuid().check(z.toLowerCase())),
    reference: z.optional(text(255)),
    amount: z.optional(AmountText),
    created_from: z.optional(Time),
    created_to: z.optional(Time),
  }),
  z.transform((query, { issues }) => {
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
      cursor: cursorOf(query, issues),
    };
  }),
);
