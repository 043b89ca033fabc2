import * as z from "zod/mini";
import { historyCursor } from "#core/wire/shared/cursor.ts";
import { nameText, queryInteger } from "#core/wire/shared/fields.ts";
import { requestOf } from "#core/wire/shared/openapi-notes.ts";
import { HistoryCursor } from "#core/wire/wallet/requests.ts";

export const WalletTransactionsQuery = z.pipe(
  z.object({ limit: queryInteger(1, 100, 20), cursor: HistoryCursor }),
  z.transform(({ limit, cursor }, { issues }) => ({ limit, cursor: historyCursor.read(cursor, issues) })),
);

export const WalletNameBody = requestOf("WalletName", { name: z.nullable(nameText(40)) });
