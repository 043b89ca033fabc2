import * as z from "zod/mini";
import { isReserved } from "#core/domain/ledger.ts";
import { resolveBody } from "#core/wire/payment-intents/requests.ts";
import { listCursor } from "#core/wire/shared/cursor.ts";
import { NumberText, nameText } from "#core/wire/shared/fields.ts";
import { Amount, moneyCheck, readMoney, StoredCurrency } from "#core/wire/shared/money.ts";
import { documented, named } from "#core/wire/shared/openapi-notes.ts";
import { cursorFields } from "#core/wire/shared/paging.ts";
import { MOVEMENT_KINDS, MOVEMENT_STATUSES } from "../domain/movement.ts";

const ACCOUNT_ID_LENGTH_MAX = 64;

export const AdjustmentBody = named(
  "Adjustment",
  z.pipe(
    z
      .object({
        account_id: documented(
          "The wallet or the merchant.",
          nameText(ACCOUNT_ID_LENGTH_MAX).check(
            z.refine((id) => !isReserved(id), "must be the id of a wallet or a merchant"),
          ),
        ),
        direction: documented(
          "`credit`: the account gets the money from the float. `debit`: the other way.",
          z.enum(["credit", "debit"]),
        ),
        amount: Amount,
        currency: StoredCurrency,
        reason: documented(
          "Kept in the audit trail. The merchant or customer can read it in their export.",
          nameText(500),
        ),
      })
      .check(moneyCheck()),
    z.transform((body) => ({
      ...readMoney(body),
      accountId: body.account_id,
      direction: body.direction,
      reason: body.reason,
    })),
  ),
);

export const MovementsQuery = z.pipe(
  z.object({
    kind: z.optional(z.enum(MOVEMENT_KINDS)),
    status: z.optional(z.enum(MOVEMENT_STATUSES)),
    account_id: z.optional(z.string().check(z.maxLength(ACCOUNT_ID_LENGTH_MAX))),
    desk_id: z.optional(z.uuid().check(z.toLowerCase())),
    number: documented("Looks through the last 31 days.", z.optional(NumberText)),
    ...cursorFields,
  }),
  z.transform(({ account_id: accountId, desk_id: deskId, cursor, ...asked }, { issues }) => ({
    ...{ accountId, deskId, ...asked, number: asked.number ?? undefined },
    cursor: listCursor.read(cursor, issues),
  })),
);

export const ResolveMovementBody = resolveBody("ResolveMovement", "movement");
