import { Hono } from "hono";
import type { AppEnv } from "../../http/app-env.ts";
import { asMerchant, asOwner } from "../../http/auth.ts";
import { describing } from "../../http/describe.ts";
import { orThrow } from "../../http/refusals.ts";
import { causeOf, idParam } from "../../http/request.ts";
import { respond } from "../../http/response.ts";
import { createPairing, listTills, revokeTill } from "../../services/counters/tills.ts";
import { presentPairing, presentTill } from "../../wire/counters/present-till.ts";

const describe = describing("Counters");

export const tills = new Hono<AppEnv>()
  .post(
    "/:counterID/pairings",
    describe({
      id: "createPairing",
      summary: "Create a code that pairs a till with a counter",
      description:
        "A till is a browser that acts as the counter: it creates and cancels payment intents, scans customers' codes and reads the counter's totals. The code works once, within 10 minutes.",
      failure: "Failed to create pairing",
      responds: { 201: "PairingResponse" },
      refusals: ["counter_not_found", "counter_not_active"],
    }),
    asOwner,
    async (c) => {
      const counterId = idParam(c, "counterID", "counter_not_found");
      const pairing = orThrow(await createPairing(c.get("deps"), causeOf(c), c.get("merchantId"), counterId));
      const { publicUrl } = c.get("deps").config;
      return respond(c, { success: true, pairing: presentPairing(pairing, publicUrl) }, 201);
    },
  )
  .get(
    "/:counterID/tills",
    describe({
      id: "listTills",
      summary: "List a counter's tills",
      failure: "Failed to list tills",
      responds: { 200: "TillsResponse" },
      refusals: ["counter_not_found"],
    }),
    asMerchant,
    async (c) => {
      const counterId = idParam(c, "counterID", "counter_not_found");
      const found = orThrow(await listTills(c.get("deps"), c.get("merchantId"), counterId));
      return respond(c, { success: true, tills: found.map(presentTill) });
    },
  )
  .delete(
    "/:counterID/tills/:tillID",
    describe({
      id: "revokeTill",
      summary: "Revoke a till",
      description: "Takes effect at once. Open intents of the till can still be paid.",
      failure: "Failed to revoke till",
      responds: { 200: "MessageResponse" },
      refusals: ["till_not_found"],
    }),
    asOwner,
    async (c) => {
      orThrow(
        await revokeTill(c.get("deps"), causeOf(c), {
          merchantId: c.get("merchantId"),
          counterId: idParam(c, "counterID", "till_not_found"),
          tillId: idParam(c, "tillID", "till_not_found"),
        }),
      );
      return respond(c, { success: true, message: "Till revoked" });
    },
  );
