import * as z from "zod/mini";
import { MERCHANT_STATUSES } from "#core/domain/merchants/merchant.ts";
import type { MerchantProfile } from "#core/domain/merchants/merchant-profile.ts";
import { MERCHANT_ROLES } from "#core/domain/merchants/merchant-user.ts";
import { isAppScheme } from "#core/domain/payment-intents/return-url.ts";
import { asciiEmail, readableEmail } from "#core/lib/email.ts";
import { nameText, Time, text } from "#core/wire/shared/fields.ts";
import { upperCaseCurrency } from "#core/wire/shared/money.ts";
import { documented, named, requestOf } from "#core/wire/shared/openapi-notes.ts";
import { cursorOf, PageOrCursorQuery } from "#core/wire/shared/paging.ts";
import { LANGUAGES } from "#pages/languages.ts";

/** zod's own, with the limit of RFC 5321 §4.5.3.1.1 on what comes before the at sign. `z.regexes` would load all of them. */
const EMAIL = new RegExp(z.email()._zod.pattern.source.replace("^", "^(?=.{1,64}@)"));

const EMAIL_MAX = 254;

/** It comes out as people write it, also where its domain is not ASCII. */
export const Email = documented(
  { type: "string", format: "email", maxLength: EMAIL_MAX },
  z.pipe(
    z.pipe(
      z.string().check(z.overwrite(asciiEmail)),
      z.email({ pattern: EMAIL }).check(z.maxLength(EMAIL_MAX)),
    ),
    z.transform(readableEmail),
  ),
);

export const RegisterBody = requestOf("RegisterMerchant", {
  email: Email,
  business_name: nameText(200),
});

export const UpdateMerchantBody = requestOf("UpdateMerchant", {
  email: z.optional(Email),
  business_name: z.optional(nameText(200)),
});

export const MerchantsQuery = z.pipe(
  z.extend(PageOrCursorQuery, {
    status: z.optional(z.enum(MERCHANT_STATUSES)),
    email: z.optional(Email),
  }),
  z.transform((query, { issues }) => ({
    ...query,
    status: query.status ?? null,
    email: query.email?.toLowerCase() ?? null,
    cursor: cursorOf(query, issues),
  })),
);

export const ChosenMerchantId = documented(
  {
    type: "string",
    description: "For administrators: the UUID of the merchant they mean. Ignored for everyone else.",
  },
  z.optional(z.unknown()),
);

export const ChosenMerchantQuery = z.object({ merchant_id: ChosenMerchantId });

const Reason = documented("Kept in the audit trail.", nameText(500));
const LoginEmail = documented("The address that the user logs in with.", Email);

export const ReasonBody = requestOf("IncidentReason", { reason: Reason });
export const DisableUserBody = requestOf("DisableUser", { email: LoginEmail, reason: Reason });
export const EnableUserBody = requestOf("EnableUser", { email: LoginEmail });

const IDS_MAX = 100;
const Ids = (what: string) =>
  documented(
    { description: what },
    z._default(z.array(z.uuid().check(z.toLowerCase())).check(z.maxLength(IDS_MAX)), []),
  );

export const RevokeAccessBody = named(
  "RevokeAccess",
  z
    .object({
      dry_run: documented("Lists what was made since `since`, and ends nothing.", z.optional(z.boolean())),
      since: documented("Only for a dry run, which needs it.", z.optional(Time)),
      reason: documented(
        "Kept in the audit trail. Needed unless it is a dry run.",
        z.optional(nameText(500)),
      ),
      users: Ids("Are disabled, as by `disable-user`."),
      counters: Ids("Are revoked."),
      tills: Ids("Are revoked."),
      webhook_addresses: Ids(
        "Are removed: the id of the merchant for its own, of a counter for the counter's.",
      ),
    })
    .check(
      z.refine(({ dry_run: isDry, since }) => !isDry || since !== undefined, {
        path: ["since"],
        error: "is required for a dry run",
      }),
      z.refine(({ dry_run: isDry, reason }) => isDry === true || reason !== undefined, {
        path: ["reason"],
        error: "is required, unless it is a dry run",
      }),
    ),
);

/** Offsets such as `+02:00` are none: they do not say when daylight saving begins. */
const NAME = /^[A-Za-z][A-Za-z0-9_+/-]{0,63}$/;

export const TimeZone = documented(
  "A name of the IANA time zone database, such as `Europe/Berlin`. `UTC` when never set.",
  z.nullish(
    z.pipe(
      z.string().check(z.refine(isTimeZone, { error: "must be an IANA time zone, such as Europe/Berlin" })),
      z.transform(spelled),
    ),
  ),
);

const RECEIPT_LINES_MAX = 6;
const VAT_ID = /^(?:[A-Za-z0-9][A-Za-z0-9 .-]{0,29})?$/;

/** For receipts, which are narrow. White space around it counts, and is removed; nothing else left means none. */
function receiptText(max: number) {
  const error = `must have at most ${RECEIPT_LINES_MAX} lines`;
  const hasFewLines = (value: string) => value.split(/\r\n|[\r\n]/).length <= RECEIPT_LINES_MAX;
  return orNone(text(max, { isMultiline: true }).check(z.trim(), z.refine(hasFewLines, { error })));
}

function orNone(value: z.ZodMiniType<string, string>) {
  return z.nullish(
    z.pipe(
      value,
      z.transform((given) => (given === "" ? null : given)),
    ),
  );
}

const VatId = orNone(
  z.string().check(
    z.trim(),
    z.refine((id) => VAT_ID.test(id), {
      error: "must be at most 30 letters, digits, dots, dashes and spaces",
    }),
  ),
);

export const SettingsBody = requestOf("UpdateMerchantSettings", {
  time_zone: TimeZone,
  address: documented("For receipts, as all of these; null for none.", receiptText(300)),
  vat_id: VatId,
  receipt_footer: receiptText(300),
  currency: documented(
    "The currency of tills and pages; the default of `amount` stays USD.",
    z.nullish(upperCaseCurrency),
  ),
  language: documented(
    "The language of tills, and of pages where a browser asks for none.",
    z.nullish(z.enum(LANGUAGES)),
  ),
});

/** Without the fields that were left out. */
export function profileOf(given: Omit<z.infer<typeof SettingsBody>, "time_zone">): Partial<MerchantProfile> {
  const { vat_id: vatId, receipt_footer: receiptFooter, ...others } = given;
  const named = Object.entries({ ...others, vatId, receiptFooter });
  return Object.fromEntries(named.filter(([, value]) => value !== undefined));
}

const RETURN_SCHEMES_MAX = 10;
const SCHEMES_FAULT = "must be schemes in lower case with a dot, without a colon, such as com.example.shop";

export const ReturnSchemesBody = requestOf("SetReturnSchemes", {
  return_schemes: z.pipe(
    z.array(z.string()).check(
      z.refine(({ length }) => length <= RETURN_SCHEMES_MAX, {
        error: `must have at most ${RETURN_SCHEMES_MAX} items`,
      }),
      z.refine((schemes) => schemes.every(isAppScheme), { error: SCHEMES_FAULT }),
    ),
    z.transform((schemes) => [...new Set(schemes)]),
  ),
});

function isTimeZone(name: string): boolean {
  try {
    return NAME.test(name) && spelled(name) !== "";
  } catch {
    return false;
  }
}

/** Spells it as the time zone database does, but never by another name: the runtime's own for `Europe/Kyiv` is an older one. */
function spelled(name: string): string {
  const { timeZone } = new Intl.DateTimeFormat("en", { timeZone: name }).resolvedOptions();
  return timeZone.toLowerCase() === name.toLowerCase() ? timeZone : name;
}

const Role = documented(
  "Staff may take and cancel payments and read; everything else is for owners.",
  z.enum(MERCHANT_ROLES),
);

export const InviteUserBody = requestOf("InviteMerchantUser", { email: Email, role: Role });
export const UpdateUserBody = requestOf("UpdateMerchantUser", { role: Role });
