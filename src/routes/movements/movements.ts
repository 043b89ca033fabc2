// What administrators move by hand, what was moved, and whether it adds up.
import { Hono } from "hono";
import type { AppEnv } from "../../http/app-env.ts";
import { asAdmin } from "../../http/auth.ts";
import { describe } from "../../http/describe.ts";
import { limitList } from "../../http/rate-limit.ts";
import { MOVEMENT_REFUSALS, orThrow } from "../../http/refusals.ts";
import { causeOf, requiredIdempotency } from "../../http/request.ts";
import { respond, respondWithMovement } from "../../http/response.ts";
import { jsonBody, query } from "../../http/validate.ts";
import { adjust } from "../../services/movements/adjustments.ts";
import { readFloat } from "../../services/movements/float.ts";
import { listMovements } from "../../services/movements/movements.ts";
import { presentFloat } from "../../wire/movements/present-float.ts";
import { presentMovement } from "../../wire/movements/present-movement.ts";
import { AdjustmentBody, MovementsQuery } from "../../wire/movements/requests.ts";
import { listCursor } from "../../wire/shared/cursor.ts";

export const movements = new Hono<AppEnv>()
  .post(
    "/adjustments",
    describe("Platform", {
      id: "makeAdjustment",
      summary: "Move money between the float and an account",
      description:
        "Within the limits of `ADJUSTMENT_LIMITS`, for all administrators together; a day is one of UTC. The same request under the same key moves it once. With 202 the ledger's result is not known yet: the transfer is repeated until it is.",
      responds: { 201: "MovementResponse", 202: "MovementResponse" },
      refusals: [...MOVEMENT_REFUSALS, "adjustments_not_allowed", "insufficient_funds"],
    }),
    asAdmin,
    requiredIdempotency,
    jsonBody(AdjustmentBody),
    async (c) => {
      const adjustment = { ...c.req.valid("json"), idempotencyKey: c.get("idempotencyKey") ?? "" };
      return respondWithMovement(c, orThrow(await adjust(c.get("deps"), causeOf(c), adjustment)));
    },
  )
  .get(
    "/movements",
    describe("Platform", {
      id: "listMovements",
      summary: "List movements",
      description: "Top-ups, pay-outs and adjustments, newest first.",
      responds: { 200: "MovementsResponse" },
    }),
    asAdmin,
    query(MovementsQuery, { isStrict: true }),
    async (c) => {
      const filter = c.req.valid("query");
      await limitList(c, filter.kind !== undefined || filter.status !== undefined);
      const { movements: found, next } = await listMovements(c.get("deps"), filter);
      const page = { limit: filter.limit, next_cursor: listCursor.format(next) };
      return respond(c, { movements: found.map(presentMovement), ...page });
    },
  )
  .get(
    "/float",
    describe("Platform", {
      id: "readFloat",
      summary: "Read what the operator owes",
      description:
        "By currency, as the ledger adds it up: the float is what wallets and merchants have, and what is in flight between them.",
      responds: { 200: "FloatResponse" },
      refusals: ["totals_unsupported"],
    }),
    asAdmin,
    async (c) => {
      await limitList(c, true);
      const found = orThrow(await readFloat(c.get("deps").ledger));
      return respond(c, { float: found.map(presentFloat) });
    },
  );
