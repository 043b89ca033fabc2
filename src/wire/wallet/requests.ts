// What a customer's wallet app sends besides commands on intents.
import * as z from "zod/mini";
import { historyCursor } from "../shared/cursor.ts";
import { queryInteger } from "../shared/fields.ts";
import { documented, requestOf } from "../shared/published.ts";

/** An external ledger's transaction ids may be long. */
const CURSOR_LENGTH_MAX = 500;

const HistoryCursor = documented(
  "The next_cursor of the page before.",
  z.optional(z.string().check(z.maxLength(CURSOR_LENGTH_MAX))),
);

export const WalletExportQuery = z.pipe(
  z.object({ cursor: HistoryCursor }),
  z.transform(({ cursor }, { issues }) => ({ cursor: historyCursor.read(cursor, issues) })),
);

export const EraseWalletBody = requestOf("EraseWallet", {
  confirm: documented("The id of this wallet: an erasure cannot be undone.", z.string()),
});

export const WalletTransactionsQuery = z.pipe(
  z.object({ limit: queryInteger(1, 100, 20), cursor: HistoryCursor }),
  z.transform(({ limit, cursor }, { issues }) => ({ limit, cursor: historyCursor.read(cursor, issues) })),
);

const Endpoint = documented(
  "The https address at the browser vendor's push service.",
  z.string().check(z.maxLength(2048)),
);

const base64Url = (characters: number, description: string) =>
  documented(description, z.string().check(z.regex(new RegExp(`^[\\w-]{${characters}}$`))));

export const PushSubscriptionBody = requestOf("SubscribePush", {
  endpoint: Endpoint,
  keys: z.object({
    p256dh: base64Url(87, "The browser's public key."),
    auth: base64Url(22, "The secret that it shares."),
  }),
});

export const UnsubscribeBody = requestOf("UnsubscribePush", { endpoint: Endpoint });
