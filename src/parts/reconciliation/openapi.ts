import type { PartOpenApi } from "#core/part.ts";
import { responses } from "./responses.ts";
import { RECONCILIATION_WORDS } from "./routes/words.ts";

export const openapi = {
  responses,
  words: RECONCILIATION_WORDS,
} satisfies PartOpenApi;
