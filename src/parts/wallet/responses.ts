import * as z from "zod/mini";
import { NextCursor, nullable, responseOf, time, uuid } from "#core/wire/shared/envelope.ts";
import { documented } from "#core/wire/shared/openapi-notes.ts";
import { WalletTransaction } from "#core/wire/wallet/responses.ts";

const WalletSession = z.object({
  id: uuid(),
  device: nullable(z.string(), "Browser and system, such as `Chrome, Android`; null where they did not say."),
  created_at: time(),
  last_used_at: time("Noted every ten minutes."),
  is_current: documented("Whether it is the caller's own.", z.boolean()),
});

export const responses = {
  WalletNameResponse: responseOf("The name as it now is.", { name: nullable(z.string(), "Null for none.") }),
  WalletSessionsResponse: responseOf("The browsers that are signed in, the last used first; at most 100.", {
    sessions: z.array(WalletSession),
  }),
  WalletTransactionsResponse: responseOf("A page of the wallet's history, newest first.", {
    transactions: z.array(WalletTransaction),
    next_cursor: NextCursor,
  }),
};

type Responses = typeof responses;
declare global {
  interface PartResponses extends Responses {}
}
