// The operator's cash desks and their tablets, for administrators.
import { type Context, Hono } from "hono";
import type { AppEnv } from "#core/http/app-env.ts";
import { asAdmin } from "#core/http/auth.ts";
import { describe } from "#core/http/describe.ts";
import { orThrow } from "#core/http/refusals.ts";
import { actorOf, pathId } from "#core/http/request.ts";
import { respond } from "#core/http/response.ts";
import { type BodyCheck, jsonBody, query } from "#core/http/validate.ts";
import { presentCode } from "#core/wire/sessions/present-pairing.ts";
import { listCursor } from "#core/wire/shared/cursor.ts";
import { amountFault } from "#core/wire/shared/money.ts";
import { CursorQuery } from "#core/wire/shared/paging.ts";
import { listDesks } from "../db/desks.ts";
import { changeDesk, createDesk, readDesk } from "../services/desks.ts";
import { listShifts } from "../services/shifts.ts";
import { createDeskPairing, listTablets, renameTablet, revokeTablet } from "../services/tablets.ts";
import {
  CreateDeskBody,
  LIMIT_FIELDS,
  RenameTabletBody,
  readLimits,
  UpdateDeskBody,
} from "../wire/desk-requests.ts";
import { presentDesk, presentShift, presentTablet } from "../wire/present-desk.ts";

/** Only the desk says in which currency its limits are. */
const checkLimits: BodyCheck = async (c, body) => {
  const { currency } = orThrow(await readDesk(c.get("deps"), pathId(c, "deskID")));
  return LIMIT_FIELDS.flatMap((field) => {
    const message = amountFault(body[field], currency, { allowsZero: true });
    return message === null ? [] : [{ field, message }];
  });
};

export const desks = new Hono<AppEnv>()
  .post(
    "/",
    describe("Platform", {
      id: "createDesk",
      responds: { 201: "DeskResponse" },
    }),
    asAdmin,
    jsonBody(CreateDeskBody),
    async (c) => {
      const desk = await createDesk(c.get("deps"), actorOf(c), c.req.valid("json"));
      return respond<"DeskResponse">(c, { desk: presentDesk(desk) }, 201);
    },
  )
  .get(
    "/",
    describe("Platform", {
      id: "listDesks",
      responds: { 200: "DesksResponse" },
    }),
    asAdmin,
    async (c) => {
      const found = await listDesks(c.get("deps").db);
      return respond<"DesksResponse">(c, { desks: found.map(presentDesk) });
    },
  )
  .put(
    "/:deskID",
    describe("Platform", {
      id: "updateDesk",
      responds: { 200: "DeskResponse" },
    }),
    asAdmin,
    jsonBody(UpdateDeskBody, { checks: [checkLimits] }),
    async (c) => {
      const desk = orThrow(await readDesk(c.get("deps"), pathId(c, "deskID")));
      const { name, time_zone: timeZone, status, clerks, ...limits } = c.req.valid("json");
      const zone = timeZone ?? undefined;
      const change = { name, timeZone: zone, status, clerks, ...readLimits(limits, desk.currency) };
      const changed = orThrow(await changeDesk(c.get("deps"), actorOf(c), desk, change));
      return respond<"DeskResponse">(c, { desk: presentDesk(changed) });
    },
  )
  .post(
    "/:deskID/pairings",
    describe("Platform", {
      id: "createDeskPairing",
      failure: "Failed to create pairing",
      responds: { 201: "DeskPairingResponse" },
      refusals: ["desk_not_active"],
    }),
    asAdmin,
    async (c) => {
      const deskId = pathId(c, "deskID");
      const desk = { deskId, createdBy: c.get("identity").subject };
      const code = orThrow(await createDeskPairing(c.get("deps"), actorOf(c), desk));
      const page = `${c.get("deps").config.publicUrl}/desk/pair`;
      const pairing = { desk_id: deskId, ...presentCode(code, page) };
      return respond<"DeskPairingResponse">(c, { pairing }, 201);
    },
  )
  .get(
    "/:deskID/tablets",
    describe("Platform", {
      id: "listTablets",
      responds: { 200: "TabletsResponse" },
    }),
    asAdmin,
    async (c) => {
      const found = orThrow(await listTablets(c.get("deps"), pathId(c, "deskID")));
      return respond<"TabletsResponse">(c, { tablets: found.map(presentTablet) });
    },
  )
  .patch(
    "/:deskID/tablets/:tabletID",
    describe("Platform", {
      id: "renameTablet",
      responds: { 200: "TabletResponse" },
    }),
    asAdmin,
    jsonBody(RenameTabletBody),
    async (c) => {
      const { name } = c.req.valid("json");
      const tablet = orThrow(await renameTablet(c.get("deps"), actorOf(c), tabletKey(c), name));
      return respond<"TabletResponse">(c, { tablet: presentTablet(tablet) });
    },
  )
  .delete(
    "/:deskID/tablets/:tabletID",
    describe("Platform", {
      id: "revokeTablet",
    }),
    asAdmin,
    async (c) => {
      orThrow(await revokeTablet(c.get("deps"), actorOf(c), tabletKey(c)));
      return respond<"MessageResponse">(c, { message: "Tablet revoked" });
    },
  )
  .get(
    "/:deskID/shifts",
    describe("Platform", {
      id: "listDeskShifts",
      responds: { 200: "ShiftsResponse" },
    }),
    asAdmin,
    query(CursorQuery, { isStrict: true }),
    async (c) => {
      const { limit, cursor } = c.req.valid("query");
      const { currency, shifts, next } = orThrow(
        await listShifts(c.get("deps"), pathId(c, "deskID"), { limit, cursor }),
      );
      return respond<"ShiftsResponse">(c, {
        shifts: shifts.map((shift) => presentShift(shift, currency)),
        limit,
        next_cursor: listCursor.format(next),
      });
    },
  );

function tabletKey(c: Context<AppEnv>) {
  return { deskId: pathId(c, "deskID", "tablet_not_found"), tabletId: pathId(c, "tabletID") };
}
