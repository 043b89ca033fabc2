// What a desk takes back of what it has begun, and the shifts of those who stand there.
import { Hono } from "hono";
import type { AppEnv } from "#core/http/app-env.ts";
import { describe } from "#core/http/describe.ts";
import { orThrow } from "#core/http/refusals.ts";
import { pathId, requiredIdempotency } from "#core/http/request.ts";
import { respond } from "#core/http/response.ts";
import { type BodyCheck, jsonBody } from "#core/http/validate.ts";
import { amountFault, minorOf } from "#core/wire/shared/money.ts";
import { findOpenShift } from "../db/shifts.ts";
import { asDesk, deskActorOf } from "../guard.ts";
import { correctTopUp, withdrawPayOut } from "../services/corrections.ts";
import { closeShift, openShift } from "../services/shifts.ts";
import { CloseShiftBody, CorrectionBody, OpenShiftBody } from "../wire/desk-requests.ts";
import { presentShift } from "../wire/present-desk.ts";
import { checkMoney } from "./desk.ts";
import { respondWithMovement } from "./movements.ts";

const checkCash =
  (field: "opening_float" | "counted"): BodyCheck =>
  async (c, body) => {
    const message = amountFault(body[field], c.get("tablet").desk.currency, { allowsZero: true });
    return message === null ? [] : [{ field, message }];
  };

export const corrections = new Hono<AppEnv>()
  .post(
    "/movements/:movementID/corrections",
    describe("Desk", {
      id: "correctTopUp",
      failure: "Failed to correct top-up",
      responds: { 201: "MovementResponse", 202: "MovementResponse" },
      refusals: [
        "desk_not_active",
        "shift_not_open",
        "top_up_not_completed",
        "top_up_too_old",
        "correction_too_large",
        "idempotency_key_reused",
        "insufficient_funds",
        "account_not_found",
        "currency_mismatch",
        "not_executed",
      ],
    }),
    asDesk,
    requiredIdempotency,
    jsonBody(CorrectionBody, { checks: [checkMoney] }),
    async (c) => {
      const caller = deskActorOf(c);
      const amountMinor = minorOf(c.req.valid("json").amount, caller.desk.currency);
      const topUpId = pathId(c, "movementID");
      const request = { topUpId, amountMinor, idempotencyKey: c.get("idempotencyKey") ?? "" };
      return respondWithMovement(c, orThrow(await correctTopUp(c.get("deps"), caller, request)));
    },
  )
  .post(
    "/movements/:movementID/withdraw",
    describe("Desk", {
      id: "withdrawPayOut",
      failure: "Failed to withdraw pay-out",
      responds: { 200: "MovementResponse" },
      refusals: ["movement_ended", "movement_processing"],
    }),
    asDesk,
    async (c) => {
      const movementId = pathId(c, "movementID");
      const withdrawn = orThrow(await withdrawPayOut(c.get("deps"), deskActorOf(c), movementId));
      return respondWithMovement(c, withdrawn, 200);
    },
  )
  .get(
    "/shift",
    describe("Desk", {
      id: "getDeskShift",
      failure: "Failed to read shift",
      responds: { 200: "OpenShiftResponse" },
    }),
    asDesk,
    async (c) => {
      const { id, currency } = c.get("tablet").desk;
      const shift = await findOpenShift(c.get("deps").db, id);
      return respond<"OpenShiftResponse">(c, { shift: shift && presentShift(shift, currency) });
    },
  )
  .post(
    "/shifts",
    describe("Desk", {
      id: "openDeskShift",
      failure: "Failed to open shift",
      responds: { 201: "ShiftResponse" },
      refusals: ["desk_not_active", "shift_open", "idempotency_key_reused"],
    }),
    asDesk,
    requiredIdempotency,
    jsonBody(OpenShiftBody, { checks: [checkCash("opening_float")] }),
    async (c) => {
      const caller = deskActorOf(c);
      const { clerk, opening_float: float } = c.req.valid("json");
      const openingFloatMinor = minorOf(float, caller.desk.currency);
      const opening = { clerk, openingFloatMinor, idempotencyKey: c.get("idempotencyKey") ?? "" };
      const shift = orThrow(await openShift(c.get("deps"), caller, opening));
      return respond<"ShiftResponse">(c, { shift: presentShift(shift, caller.desk.currency) }, 201);
    },
  )
  .post(
    "/shifts/:shiftID/close",
    describe("Desk", {
      id: "closeDeskShift",
      failure: "Failed to close shift",
      responds: { 200: "ShiftResponse" },
      refusals: ["shift_closed", "movement_under_way"],
    }),
    asDesk,
    jsonBody(CloseShiftBody, { checks: [checkCash("counted")] }),
    async (c) => {
      const caller = deskActorOf(c);
      const { currency } = caller.desk;
      const countedMinor = minorOf(c.req.valid("json").counted, currency);
      const closing = { shiftId: pathId(c, "shiftID"), countedMinor };
      const shift = orThrow(await closeShift(c.get("deps"), caller, closing));
      return respond<"ShiftResponse">(c, { shift: presentShift(shift, currency) });
    },
  );
