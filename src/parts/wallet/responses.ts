import * as z from "zod/mini";
import { NextCursor, responseOf } from "#core/wire/shared/envelope.ts";
import { WalletTransaction } from "#core/wire/wallet/responses.ts";

export const responses = {
  WalletTransactionsResponse: responseOf("A page of the wallet's history, newest first.", {
    transactions: z.array(WalletTransaction),
    next_cursor: NextCursor,
  }),
};

type Responses = typeof responses;
declare global {
  interface PartResponses extends Responses {}
}
