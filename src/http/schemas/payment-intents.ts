import * as z from "zod";
import { Amount, Currency, readMoney } from "./money.ts";

const EXPIRES_IN_SECONDS_MAX = 30 * 24 * 60 * 60;

const optionalText = (max: number) => z.string().max(max).nullish();

export const CreateIntentBody = z
  .object({
    amount: Amount,
    currency: Currency,
    description: optionalText(500),
    expires_in: z.int().min(60).max(EXPIRES_IN_SECONDS_MAX).nullish(),
    counter_id: z.uuid().nullish(),
    reference: optionalText(255),
    callback_url: optionalText(2048),
    metadata: z.record(z.string(), z.unknown()).nullish(),
  })
  .transform((body, context) => {
    const money = readMoney(body, context);
    if (money === null) return z.NEVER;
    return {
      ...money,
      description: body.description ?? "",
      expiresInSeconds: body.expires_in ?? 1800,
      counterId: body.counter_id?.toLowerCase() ?? null,
      reference: body.reference ?? null,
      callbackUrl: body.callback_url ?? null,
    };
  });
