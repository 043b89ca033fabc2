import type { Context } from "hono";
import type { Created } from "../services/payment-intents.ts";
import { answer } from "./answer.ts";
import type { AppEnv } from "./app-env.ts";
import { presentMerchantView } from "./present-intent.ts";

/** 201 for a replay, too: to the caller who lost the first answer it is the first. */
export async function answerCreated(c: Context<AppEnv>, { intent, isReplay }: Created): Promise<Response> {
  const body = { success: true, payment_intent: await presentMerchantView(intent) };
  return answer(c, body, 201, isReplay ? { "Idempotent-Replayed": "true" } : {});
}
