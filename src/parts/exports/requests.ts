import * as z from "zod/mini";
import { historyCursor } from "#core/wire/shared/cursor.ts";
import { documented, requestOf } from "#core/wire/shared/openapi-notes.ts";
import { HistoryCursor } from "#core/wire/wallet/requests.ts";
import { exportCursor } from "./wire/present-merchant-export.ts";

export const ExportQuery = z.pipe(
  z.object({
    cursor: documented(
      "The next_cursor in the last line of the part before.",
      z.optional(z.string().check(z.maxLength(200))),
    ),
  }),
  z.transform(({ cursor }, { issues }) => ({ cursor: exportCursor.read(cursor, issues) })),
);

export const EraseMerchantBody = requestOf("EraseMerchant", {
  confirm: documented("The id of the merchant: an erasure cannot be undone.", z.string()),
});

export const WalletExportQuery = z.pipe(
  z.object({ cursor: HistoryCursor }),
  z.transform(({ cursor }, { issues }) => ({ cursor: historyCursor.read(cursor, issues) })),
);

export const EraseWalletBody = requestOf("EraseWallet", {
  confirm: documented("The id of this wallet: an erasure cannot be undone.", z.string()),
});
