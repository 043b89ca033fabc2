// Administrators make cash desks, change them and stop them.
import { describe, expect, it } from "vitest";
import { ISO_TIME, UUID } from "../../../support/api.ts";
import { storedEntriesOf } from "../../../support/audit-trail.ts";
import { moveClock, SECOND, useStoppedClock } from "../../../support/clock.ts";
import {
  asAdmin,
  callAsDesk,
  DESK_API,
  DESKS,
  makeDesk,
  makeTablet,
  NEW_DESK,
} from "../../../support/desks.ts";
import { expectFailure } from "../../../support/error-responses.ts";
import { UNKNOWN_ID } from "../../../support/paths.ts";

useStoppedClock();

const fieldsOf = (body: { details: { field: string }[] }) => body.details.map(({ field }) => field);

describe("POST /admin/desks", () => {
  it("makes a desk, and records its limits", async () => {
    const { status, body } = await asAdmin("POST", DESKS, { ...NEW_DESK, time_zone: "Europe/Kyiv" });
    expect([status, body.desk]).toEqual([
      201,
      {
        id: expect.stringMatching(UUID),
        name: "Canteen, entrance",
        currency: "USD",
        time_zone: "Europe/Kyiv",
        status: "active",
        top_up_max: "200.00",
        top_up_day: "1000.00",
        pay_out_max: "50.00",
        pay_out_day: "100.00",
        clerks: [],
        created_at: expect.stringMatching(ISO_TIME),
        updated_at: expect.stringMatching(ISO_TIME),
      },
    ]);
    expect(await storedEntriesOf(body.desk.id)).toMatchObject([
      {
        action: "desk.created",
        merchantId: null,
        actorKind: "administrator",
        erasable: { details: { value: expect.stringContaining("pay-out 50.00 USD") } },
      },
    ]);
  });

  it("names every field that is wrong: too many decimals for the currency, below zero, missing", async () => {
    const { status, body } = await asAdmin("POST", DESKS, {
      ...NEW_DESK,
      name: " ",
      time_zone: "+02:00",
      currency: "JPY",
      top_up_max: 1.5,
      top_up_day: -1,
      pay_out_max: undefined,
      pay_out_day: 0,
    });
    expect([status, fieldsOf(body).sort()]).toEqual([
      400,
      ["name", "pay_out_max", "time_zone", "top_up_day", "top_up_max"],
    ]);
  });
});

describe("GET /admin/desks", () => {
  it("lists them, newest first", async () => {
    const first = await makeDesk();
    moveClock(SECOND);
    const second = await makeDesk();
    const { body } = await asAdmin("GET", DESKS);
    const ids = body.desks.map(({ id }: { id: string }) => id);
    expect(ids.indexOf(second.id)).toBeLessThan(ids.indexOf(first.id));
  });
});

describe("PUT /admin/desks/{deskID}", () => {
  it("changes what is given, and nothing else", async () => {
    const desk = await makeDesk();
    const change = { name: "Kiosk", time_zone: "Asia/Kolkata", pay_out_max: 0 };
    const { body } = await asAdmin("PUT", `${DESKS}/${desk.id}`, change);
    expect(body.desk).toEqual({
      ...desk,
      name: "Kiosk",
      time_zone: "Asia/Kolkata",
      pay_out_max: "0.00",
      updated_at: expect.stringMatching(ISO_TIME),
    });
    expect(await storedEntriesOf(desk.id)).toMatchObject([
      { action: "desk.created" },
      { action: "desk.changed" },
    ]);
  });

  it("takes limits in the desk's currency alone", async () => {
    const { id } = await makeDesk({ currency: "JPY" });
    const { status, body } = await asAdmin("PUT", `${DESKS}/${id}`, { top_up_day: "10.5", status: "closed" });
    expect([status, fieldsOf(body).sort()]).toEqual([400, ["status", "top_up_day"]]);
    expect(JSON.stringify(body.details)).toContain("must have no decimals in JPY");
  });

  it("is refused for an unknown desk", async () => {
    for (const id of [UNKNOWN_ID, "no-id"])
      expectFailure(await asAdmin("PUT", `${DESKS}/${id}`, {}), 404, "desk_not_found", "Desk not found");
  });

  it("signs the tablets of an inactive desk out for good", async () => {
    const desk = await makeDesk();
    const { secret } = await makeTablet(desk);
    expect((await callAsDesk(secret, "GET", `${DESK_API}/desk`)).body.desk.id).toBe(desk.id);
    for (const status of ["inactive", "active"]) {
      await asAdmin("PUT", `${DESKS}/${desk.id}`, { status });
      expect((await callAsDesk(secret, "GET", `${DESK_API}/desk`)).status).toBe(401);
    }
  });
});
