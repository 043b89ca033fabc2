import * as z from "zod/mini";
import { parseId, text } from "../shared/fields.ts";
import { Amount, Currency, moneyCheck, readMoney } from "../shared/money.ts";
import { documented, named } from "../shared/published.ts";

const EXPIRES_IN_SECONDS_MAX = 30 * 24 * 60 * 60;
const CREATE_EXPIRES_IN_SECONDS = 1800;
const SCAN_EXPIRES_IN_SECONDS = 300;
const SIGNED_TOKEN = /^[\w-]+\.[\w-]+\.[\w-]+$/;

const expiresIn = (minimum: number, fallback: number) =>
  documented(
    { description: `Seconds until it expires; ${fallback} when left out.` },
    z.nullish(z.int().check(z.minimum(minimum), z.maximum(EXPIRES_IN_SECONDS_MAX))),
  );

const IntentFields = z.object({
  amount: Amount,
  currency: Currency,
  description: z.nullish(text(500, { isMultiline: true })),
  reference: documented(
    { description: "Your own order or invoice id; the webhook returns it." },
    z.nullish(text(255)),
  ),
  callback_url: documented(
    { description: "Where this intent's webhook goes, in place of the counter's or the merchant's address." },
    z.nullish(z.string().check(z.maxLength(2048))),
  ),
  return_url: documented(
    {
      description:
        "Where the checkout page sends the customer in the end, whatever the result. Anyone can open it, so it proves nothing.",
    },
    z.nullish(z.string().check(z.maxLength(2048))),
  ),
  metadata: documented(
    { description: "Any JSON object of at most 16 KB, stored and forwarded byte for byte." },
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
          {
            description:
              "The counter that creates it; its webhook address is used when there is no callback_url.",
          },
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
          { description: "Read from the customer's QR code: a scan token, or the customer's wallet id." },
          z.string().check(z.refine(isScanCode, "must be the token of a customer's QR code")),
        ),
        expires_in: expiresIn(30, SCAN_EXPIRES_IN_SECONDS),
        counter_id: documented({ description: "An active counter of this merchant." }, z.uuid()),
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

/** A wallet's id, or what looks like a signed token (RFC 7515 §7.1). */
function isScanCode(code: string): boolean {
  return parseId(code) !== null || SIGNED_TOKEN.test(code);
}

function readCommon(body: z.output<typeof IntentFields>) {
  return {
    ...readMoney(body),
    description: body.description ?? "",
    reference: body.reference ?? null,
    callbackUrl: body.callback_url ?? null,
    returnUrl: body.return_url ?? null,
  };
}
