// What administrators move by hand, what was moved, and whether it adds up.
import { type Context, Hono } from "hono";
import type { AppEnv } from "#core/http/app-env.ts";
import { asAdmin } from "#core/http/auth.ts";
import { describe } from "#core/http/describe.ts";
import { limitList } from "#core/http/rate-limit.ts";
import { orThrow, type Refusal } from "#core/http/refusals.ts";
import { actorOf, pathId, requiredIdempotency } from "#core/http/request.ts";
import { respond } from "#core/http/response.ts";
import { jsonBody, query } from "#core/http/validate.ts";
import { listCursor } from "#core/wire/shared/cursor.ts";
import type { Movement } from "../domain/movement.ts";
import { adjust } from "../services/adjustments.ts";
import { readFloat } from "../services/float.ts";
import { listMovements } from "../services/movements.ts";
import { resolveMovement } from "../services/resolve-movement.ts";
import { AdjustmentBody, MovementsQuery, ResolveMovementBody } from "../wire/movement-requests.ts";
import { presentFloat, presentListed, presentMovement } from "../wire/present-movement.ts";

export const MOVEMENT_REFUSALS = [
  "movement_too_large",
  "day_limit_reached",
  "idempotency_key_reused",
  "account_not_found",
  "currency_mismatch",
  "not_executed",
] satisfies Refusal[];

export const movements = new Hono<AppEnv>()
  .post(
    "/adjustments",
    describe("Platform", {
      id: "makeAdjustment",
      responds: { 201: "MovementResponse", 202: "MovementResponse" },
      refusals: [...MOVEMENT_REFUSALS, "adjustments_not_allowed", "insufficient_funds"],
    }),
    asAdmin,
    requiredIdempotency,
    jsonBody(AdjustmentBody),
    async (c) => {
      const adjustment = { ...c.req.valid("json"), idempotencyKey: c.get("idempotencyKey") ?? "" };
      return respondWithMovement(c, orThrow(await adjust(c.get("deps"), actorOf(c), adjustment)));
    },
  )
  .get(
    "/movements",
    describe("Platform", {
      id: "listMovements",
      responds: { 200: "MovementsResponse" },
    }),
    asAdmin,
    query(MovementsQuery, { isStrict: true }),
    async (c) => {
      const filter = c.req.valid("query");
      const scansMany = [filter.kind, filter.status, filter.number].some((each) => each !== undefined);
      await limitList(c, scansMany);
      const { movements: found, next } = await listMovements(c.get("deps"), filter);
      const page = { limit: filter.limit, next_cursor: listCursor.format(next) };
      return respond<"MovementsResponse">(c, { movements: found.map(presentListed), ...page });
    },
  )
  .post(
    "/movements/:movementID/resolve",
    describe("Platform", {
      id: "resolveMovement",
      responds: { 200: "MovementResponse" },
      refusals: [
        "movement_not_found",
        "movement_ended",
        "movement_not_processing",
        "operation_may_still_arrive",
        "unknown_transaction",
        "foreign_transaction",
        "claimed_transaction",
        "unconfirmed_transaction",
        "keys_not_searchable",
      ],
    }),
    asAdmin,
    jsonBody(ResolveMovementBody),
    async (c) => {
      const { transaction_id: transactionId, confirm } = c.req.valid("json");
      const isNamed = typeof transactionId === "string";
      const named = isNamed ? { transactionId, confirmedId: confirm ?? null } : null;
      const movement = orThrow(
        await resolveMovement(c.get("deps"), actorOf(c), pathId(c, "movementID"), named),
      );
      return respondWithMovement(c, movement, 200);
    },
  )
  .get(
    "/float",
    describe("Platform", {
      id: "readFloat",
      responds: { 200: "FloatResponse" },
      refusals: ["totals_unsupported"],
    }),
    asAdmin,
    async (c) => {
      await limitList(c, true);
      const found = orThrow(await readFloat(c.get("deps").ledger));
      return respond<"FloatResponse">(c, { float: found.map(presentFloat) });
    },
  );

/** 202 while it is not known what becomes of it. */
export function respondWithMovement(
  c: Context<AppEnv>,
  movement: Movement,
  status: 200 | 201 | 202 = movement.status === "completed" ? 201 : 202,
): Response {
  return respond<"MovementResponse">(c, { movement: presentMovement(movement) }, status);
}
