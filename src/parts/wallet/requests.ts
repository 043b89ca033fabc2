import * as z from "zod/mini";
import { historyCursor } from "../../wire/shared/cursor.ts";
import { queryInteger } from "../../wire/shared/fields.ts";
import { HistoryCursor } from "../../wire/wallet/requests.ts";

export const WalletTransactionsQuery = z.pipe(
  z.object({ limit: queryInteger(1, 100, 20), cursor: HistoryCursor }),
  z.transform(({ limit, cursor }, { issues }) => ({ limit, cursor: historyCursor.read(cursor, issues) })),
);
