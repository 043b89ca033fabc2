// What a tablet that is paired with a desk may do.
import { Hono } from "hono";
import { currencyFault } from "#core/domain/money.ts";
import type { AppEnv } from "#core/http/app-env.ts";
import { describe } from "#core/http/describe.ts";
import { requireWithinLimit } from "#core/http/rate-limit.ts";
import { orThrow, refusalError } from "#core/http/refusals.ts";
import { pathId, requiredIdempotency } from "#core/http/request.ts";
import { respond } from "#core/http/response.ts";
import { type BodyCheck, jsonBody, query } from "#core/http/validate.ts";
import { listCursor } from "#core/wire/shared/cursor.ts";
import { amountFault, codeOf, minorOf } from "#core/wire/shared/money.ts";
import { asDesk, deskActorOf } from "../guard.ts";
import { findCustomer } from "../services/customers.ts";
import { payOut, readDeskDay, topUp } from "../services/desk-movements.ts";
import { settleMovement } from "../services/settle-movement.ts";
import { CustomerCodeBody, DeskDayQuery, PayOutBody, TopUpBody } from "../wire/desk-requests.ts";
import { presentDay, presentDesk } from "../wire/present-desk.ts";
import { MOVEMENT_REFUSALS, respondWithMovement } from "./movements.ts";

/** The amount is in the desk's currency, which need not be sent. */
export const checkMoney: BodyCheck = async (c, { amount, currency }) => {
  const { currency: own } = c.get("tablet").desk;
  const isOther = typeof currency === "string" && codeOf(currency) !== own;
  if (isOther) return [{ field: "currency", message: `must be ${own}, as the desk's` }];
  const message = amountFault(amount, own);
  return message === null ? [] : [{ field: "amount", message }];
};

/** A currency that has ended is still paid out. */
const checkCurrency: BodyCheck = async (c) => {
  const message = currencyFault(c.get("tablet").desk.currency);
  return message === null ? [] : [{ field: "currency", message }];
};

export const desk = new Hono<AppEnv>()
  .get(
    "/desk",
    describe("Desk", {
      id: "getDesk",
      responds: { 200: "DeskResponse" },
    }),
    asDesk,
    (c) => respond<"DeskResponse">(c, { desk: presentDesk(c.get("tablet").desk) }),
  )
  .post(
    "/customers",
    describe("Desk", {
      id: "findDeskCustomer",
      failure: "Failed to find customer",
      responds: { 200: "DeskCustomerResponse" },
      refusals: ["rate_limited"],
    }),
    asDesk,
    jsonBody(CustomerCodeBody),
    async (c) => {
      const { code } = c.req.valid("json");
      const caller = deskActorOf(c);
      await requireWithinLimit(c, "desk_customers", caller.desk.id);
      const found = orThrow(await findCustomer(c.get("deps"), caller, code));
      const { walletId: wallet_id, name, chosenName: chosen_name, currencies } = found;
      return respond<"DeskCustomerResponse">(c, { customer: { wallet_id, name, chosen_name, currencies } });
    },
  )
  .post(
    "/top-ups",
    describe("Desk", {
      id: "topUpWallet",
      responds: { 201: "MovementResponse", 202: "MovementResponse" },
      refusals: [...MOVEMENT_REFUSALS, "desk_not_active", "shift_not_open"],
    }),
    asDesk,
    requiredIdempotency,
    jsonBody(TopUpBody, { checks: [checkMoney, checkCurrency] }),
    async (c) => {
      const { code, wallet_id, amount } = c.req.valid("json");
      const caller = deskActorOf(c);
      const started = await topUp(c.get("deps"), caller, {
        code: code ?? wallet_id ?? "",
        amountMinor: minorOf(amount, caller.desk.currency),
        idempotencyKey: c.get("idempotencyKey") ?? "",
      });
      const isUnknownId = !started.ok && started.error === "unknown_customer" && !code;
      return respondWithMovement(c, orThrow(isUnknownId ? { ok: false, error: "unknown_wallet" } : started));
    },
  )
  .post(
    "/pay-outs",
    describe("Desk", {
      id: "payOutWallet",
      responds: { 201: "MovementResponse", 202: "MovementResponse" },
      refusals: [...MOVEMENT_REFUSALS, "desk_not_active", "shift_not_open", "insufficient_funds"],
    }),
    asDesk,
    requiredIdempotency,
    jsonBody(PayOutBody, { checks: [checkMoney] }),
    async (c) => {
      const { scan_token: scanToken, amount } = c.req.valid("json");
      const caller = deskActorOf(c);
      const amountMinor = minorOf(amount, caller.desk.currency);
      const request = { scanToken, amountMinor, idempotencyKey: c.get("idempotencyKey") ?? "" };
      return respondWithMovement(c, orThrow(await payOut(c.get("deps"), caller, request)));
    },
  )
  .get(
    "/movements",
    describe("Desk", {
      id: "listDeskMovements",
      responds: { 200: "DeskDayResponse" },
    }),
    asDesk,
    query(DeskDayQuery, { isStrict: true }),
    async (c) => {
      const page = c.req.valid("query");
      const caller = deskActorOf(c);
      const { next, ...day } = await readDeskDay(c.get("deps"), caller, page);
      return respond<"DeskDayResponse">(c, {
        ...presentDay(day, caller.desk),
        limit: page.limit,
        next_cursor: listCursor.format(next),
      });
    },
  )
  .get(
    "/movements/:movementID",
    describe("Desk", {
      id: "getDeskMovement",
      failure: "Failed to read movement",
      responds: { 200: "MovementResponse" },
    }),
    asDesk,
    async (c) => {
      const { desk, defer } = deskActorOf(c);
      const movement = await settleMovement(c.get("deps"), pathId(c, "movementID"), desk.id, defer);
      if (movement === null) throw refusalError("movement_not_found");
      return respondWithMovement(c, movement, 200);
    },
  );
