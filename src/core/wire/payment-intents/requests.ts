import * as z from "zod/mini";
import { DEFAULT_EVENTS, EVENT_TYPES, type EventType } from "#core/domain/payment-intents/events.ts";
import { INTENT_STATUSES, REFUND_STATUSES } from "#core/domain/payment-intents/payment-intent.ts";
import type { Days } from "#core/domain/payment-intents/totals.ts";
import { daysBetween } from "#core/lib/local-time.ts";
import { NUMBER_MS_MAX } from "#core/lib/numbers.ts";
import { ChosenMerchantId } from "#core/wire/merchants/requests.ts";
import {
  NumberText,
  nameText,
  PageQuery,
  parseId,
  queryInteger,
  Time,
  text,
} from "#core/wire/shared/fields.ts";
import { Amount, AmountText, Currency, moneyCheck, readMoney } from "#core/wire/shared/money.ts";
import { documented, named } from "#core/wire/shared/openapi-notes.ts";
import { cursorOf, PageOrCursorQuery } from "#core/wire/shared/paging.ts";

const EXPIRES_IN_SECONDS_MAX = 30 * 24 * 60 * 60;
const CREATE_EXPIRES_IN_SECONDS = 1800;
const SCAN_EXPIRES_IN_SECONDS = 300;
const SIGNED_TOKEN = /^[\w-]+\.[\w-]+\.[\w-]+$/;

const expiresIn = (minimum: number, fallback: number) =>
  documented(
    `Seconds until it expires; ${fallback} when left out.`,
    z.nullish(z.int().check(z.minimum(minimum), z.maximum(EXPIRES_IN_SECONDS_MAX))),
  );

const Address = documented({ format: "uri" }, z.string().check(z.maxLength(2048)));

const CallbackEvents = documented(
  { uniqueItems: true },
  z.array(z.enum(EVENT_TYPES)).check(
    z.minLength(1),
    z.refine((types) => new Set(types).size === types.length, { error: "must name each event once" }),
  ),
);

const IntentFields = z.object({
  amount: Amount,
  currency: Currency,
  description: z.nullish(text(500, { isMultiline: true })),
  reference: documented("Your own order or invoice id; the webhook returns it.", z.nullish(text(255))),
  callback_url: documented(
    "Where this intent's `callback_events` go. All its other events go to the counter's or the merchant's address.",
    z.nullish(Address),
  ),
  callback_events: documented(
    "What `callback_url` takes; `payment.completed` alone when left out. An event goes to one address: the counter's and the merchant's do not get what `callback_url` takes, and `GET /events` has all.",
    z.nullish(CallbackEvents),
  ),
  return_url: documented(
    "Where the checkout page sends the customer in the end, whatever the result. Anyone can open it, so it proves nothing. An app's own scheme is to be one of the merchant's `return_schemes`.",
    z.nullish(Address),
  ),
  metadata: documented(
    "Any JSON object of at most 16 KB, stored and forwarded byte for byte.",
    z.nullish(z.record(z.string(), z.unknown())),
  ),
});

export const CreateIntentBody = named(
  "CreatePaymentIntent",
  z.pipe(
    z
      .extend(IntentFields, {
        expires_in: expiresIn(60, CREATE_EXPIRES_IN_SECONDS),
        counter_id: documented(
          "The counter that creates it; its webhook address comes after callback_url and before the merchant's.",
          z.nullish(z.uuid()),
        ),
      })
      .check(moneyCheck()),
    z.transform((body) => ({
      ...readCommon(body),
      counterId: body.counter_id?.toLowerCase() ?? null,
      expiresInSeconds: body.expires_in ?? CREATE_EXPIRES_IN_SECONDS,
    })),
  ),
);

export const ScanPaymentBody = named(
  "ScanPayment",
  z.pipe(
    z
      .extend(IntentFields, {
        scan_token: documented(
          "Read from the customer's QR code: a scan token, or the customer's wallet id.",
          z.string().check(z.refine(isScanCode, "must be the token of a customer's QR code")),
        ),
        expires_in: expiresIn(30, SCAN_EXPIRES_IN_SECONDS),
        counter_id: documented("An active counter of this merchant.", z.uuid()),
      })
      .check(moneyCheck()),
    z.transform((body) => ({
      ...readCommon(body),
      scanCode: body.scan_token,
      counterId: body.counter_id.toLowerCase(),
      expiresInSeconds: body.expires_in ?? SCAN_EXPIRES_IN_SECONDS,
    })),
  ),
);

const refundText = (what: string) => documented(what, z.nullish(text(255, { isMultiline: true })));

export const RefundBody = named(
  "RefundPaymentIntent",
  z.pipe(
    z.object({
      reference: refundText("Your own id of the refund, such as that of a credit note."),
      reason: refundText("Why you refund. The customer does not see it."),
    }),
    z.transform(({ reference, reason }) => ({
      refundReference: reference ?? null,
      refundReason: reason ?? null,
    })),
  ),
);

/** A wallet's id, or what looks like a signed token (RFC 7515 §7.1). */
export function isScanCode(code: string): boolean {
  return parseId(code) !== null || SIGNED_TOKEN.test(code);
}

function readCommon(body: z.output<typeof IntentFields>) {
  return {
    ...readMoney(body),
    description: body.description ?? "",
    reference: body.reference ?? null,
    callbackUrl: body.callback_url ?? null,
    callbackEventsJson: readCallbackEvents(body.callback_events),
    returnUrl: body.return_url ?? null,
  };
}

/** Whatever order they come in; null for the default as well, so that naming it changes nothing. */
function readCallbackEvents(types: readonly EventType[] | null | undefined): string | null {
  const json = JSON.stringify(EVENT_TYPES.filter((type) => types?.includes(type)));
  return !types || json === JSON.stringify(DEFAULT_EVENTS) ? null : json;
}

const IdPrefix = z.pipe(
  z
    .string()
    .check(
      z.regex(
        /^[0-9a-f]{6,8}$|^[0-9a-f]{8}-[0-9a-f-]{0,27}$/i,
        "must be the first digits of an id, at least six",
      ),
    ),
  z.transform((digits) => digits.toLowerCase()),
);

export const ListIntentsQuery = z.pipe(
  z.extend(PageOrCursorQuery, {
    status: z.optional(z.enum(INTENT_STATUSES)),
    refund_status: z.optional(z.enum(REFUND_STATUSES)),
    counter_id: z.optional(z.uuid().check(z.toLowerCase())),
    reference: z.optional(text(255)),
    amount: z.optional(AmountText),
    created_from: z.optional(Time),
    created_to: z.optional(Time),
    number: documented(
      "Looks through the 31 days before `created_to`, or else from `created_from` on or the last.",
      z.optional(NumberText),
    ),
    id_prefix: documented("At least the first six digits of an id.", z.optional(IdPrefix)),
  }),
  z.transform((query, { value, issues }) => {
    const { number, created_from: from = 0, created_to: to = from } = query;
    if (number !== undefined && to - from > NUMBER_MS_MAX && query.created_from !== undefined) {
      const message = "must be at most 31 days before created_to where a number is given";
      issues.push({ code: "custom", input: value, path: ["created_from"], message });
    }
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
      number: query.number ?? null,
      idPrefix: query.id_prefix ?? null,
      cursor: cursorOf(query, issues),
    };
  }),
);

const DAYS_MAX = 31;

const day = (description: string) =>
  documented(
    { description, format: "date" },
    z.optional(z.iso.date({ error: "must be a date, such as 2026-11-22" })),
  );

const days = {
  date: day("A day in the merchant's time zone; today when no day is named."),
  from: day("The first day of a range, instead of `date`."),
  to: day("The last day of the range, at most 31 days in all."),
};

/** Days of the merchant's time zone: one, or a range of at most 31; null for today. */
export const TotalsQuery = z.pipe(
  z.object({ ...days, by: documented("`day`: also for each day.", z.optional(z.literal("day"))) }),
  z.transform((read, context) => ({ days: readDays(read, context), byDay: read.by === "day" })),
);

/** What a program reads needs no apostrophe before what a spreadsheet would take for a formula. */
export const StatementLinesQuery = z.pipe(
  z.object({
    ...days,
    texts: documented(
      "`raw`: as they are, for programs. A spreadsheet that opens such a file runs what others wrote as formulas.",
      z.optional(z.enum(["guarded", "raw"])),
    ),
  }),
  z.transform((read, context) => ({ days: readDays(read, context), isRaw: read.texts === "raw" })),
);

type DaysRead = Partial<Record<keyof typeof days, string | undefined>>;

function readDays({ date, from, to }: DaysRead, { value, issues }: z.core.ParsePayload): Days | null {
  const report = (field: string, message: string) =>
    issues.push({ code: "custom", input: value, path: [field], message });
  if (date !== undefined) {
    if (from !== undefined || to !== undefined) report("date", "must not come with from or to");
    return { from: date, to: date };
  }
  if (from === undefined && to === undefined) return null;
  if (from === undefined || to === undefined) {
    report(from === undefined ? "from" : "to", "is required: a range has from and to");
    return null;
  }
  const count = daysBetween(from, to);
  if (count < 1) report("to", "must not be before from");
  if (count > DAYS_MAX) report("to", `must be at most ${DAYS_MAX} days from the first`);
  return { from, to };
}

export const QrQuery = z.object({
  size: documented("The least width in pixels. A module has at least two.", queryInteger(100, 2000, 300)),
});

/** How an operator settles an operation: by the ledger's transaction, or as declined where there is none. */
export const resolveBody = (name: string, subject: string) =>
  named(
    name,
    z
      .object({
        transaction_id: documented(
          "The ledger's transaction. Instead of `outcome`.",
          z.nullish(nameText(255)),
        ),
        confirm: documented(
          `The id of the ${subject}. Required with a \`transaction_id\` whose \`operation_key\` the ledger does not return.`,
          z.nullish(z.string()),
        ),
        outcome: documented(
          "The ledger has no transaction of the operation. Instead of `transaction_id`.",
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
export const ResolveBody = resolveBody("ResolvePaymentIntent", "payment intent");

export const TransactionsQuery = z.extend(PageQuery, { merchant_id: ChosenMerchantId });
