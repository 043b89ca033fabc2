import * as z from "zod";
import { parseId } from "./fields.ts";
import { Amount, Currency, readMoney } from "./money.ts";

const EXPIRES_IN_SECONDS_MAX = 30 * 24 * 60 * 60;

const optionalText = (max: number) => z.string().max(max).nullish();
const expiresIn = (minimum: number) => z.int().min(minimum).max(EXPIRES_IN_SECONDS_MAX).nullish();

const IntentFields = z.object({
  amount: Amount,
  currency: Currency,
  description: optionalText(500),
  reference: optionalText(255),
  callback_url: optionalText(2048),
  metadata: z.record(z.string(), z.unknown()).nullish(),
});

export const CreateIntentBody = IntentFields.extend({
  expires_in: expiresIn(60),
  counter_id: z.uuid().nullish(),
}).transform((body, context) => {
  const common = readCommon(body, context);
  if (common === null) return z.NEVER;
  const counterId = body.counter_id?.toLowerCase() ?? null;
  return { ...common, counterId, expiresInSeconds: body.expires_in ?? 1800 };
});

export const ScanPaymentBody = IntentFields.extend({
  /** The customer's wallet id, for now. */
  scan_token: z.string().max(255),
  expires_in: expiresIn(30),
  counter_id: z.uuid(),
}).transform((body, context) => {
  const common = readCommon(body, context);
  const walletId = parseId(body.scan_token);
  if (walletId === null) {
    context.addIssue({
      code: "custom",
      path: ["scan_token"],
      message: "must be the token of a customer's QR code",
    });
  }
  if (common === null || walletId === null) return z.NEVER;
  const counterId = body.counter_id.toLowerCase();
  return { ...common, walletId, counterId, expiresInSeconds: body.expires_in ?? 300 };
});

function readCommon(body: z.output<typeof IntentFields>, context: z.RefinementCtx) {
  const money = readMoney(body, context);
  if (money === null) return null;
  return {
    ...money,
    description: body.description ?? "",
    reference: body.reference ?? null,
    callbackUrl: body.callback_url ?? null,
  };
}
