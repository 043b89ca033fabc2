import type { PartOpenApi } from "../../core/part.ts";
import { RECONCILIATION_WORDS } from "../../routes/reconciliation/words.ts";
import { responses } from "./responses.ts";

export const openapi = {
  responses,
  words: RECONCILIATION_WORDS,
} satisfies PartOpenApi;
