import * as z from "zod/mini";
import { documented } from "#core/wire/shared/openapi-notes.ts";

/** An external ledger's transaction ids may be long. */
const CURSOR_LENGTH_MAX = 500;

export const HistoryCursor = documented(
  "The next_cursor of the page before.",
  z.optional(z.string().check(z.maxLength(CURSOR_LENGTH_MAX))),
);
