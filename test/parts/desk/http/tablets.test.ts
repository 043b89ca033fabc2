// A browser becomes a tablet of a desk, acts as it, and stops when it is revoked.
import { describe, expect, it } from "vitest";
import { BASE_URL, ISO_TIME, UUID } from "../../../support/api.ts";
import { storedEntriesOf } from "../../../support/audit-trail.ts";
import { DAY, moveClock, useStoppedClock } from "../../../support/clock.ts";
import { makeCounter } from "../../../support/counters.ts";
import {
  asAdmin,
  callAsDesk,
  createDeskPairing,
  DESK_API,
  DESKS,
  deskCookieOf,
  makeDesk,
  makeTablet,
  pairTablet,
} from "../../../support/desks.ts";
import { expectFailure, expectInvalid } from "../../../support/error-responses.ts";
import { interceptDatabase } from "../../../support/faults.ts";
import { createPairing, pair } from "../../../support/pairings.ts";
import { makeMerchant } from "../../../support/parties.ts";
import { UNKNOWN_ID } from "../../../support/paths.ts";
import { sharedRows } from "../../../support/rows.ts";
import { callUnchecked, SAME_ORIGIN } from "../../../support/sessions.ts";

useStoppedClock();

const DESK = `${DESK_API}/desk`;
const callDesk = (method: string, path: string, headers: Record<string, string> = {}) =>
  callUnchecked(method, `/desk/session${path}`, { ...SAME_ORIGIN, ...headers });

describe("POST /admin/desks/{deskID}/pairings", () => {
  it("returns a code for ten minutes, its page and a QR code, and stores only the code's hash", async () => {
    const { id } = await makeDesk();
    const pairing = await createDeskPairing({ id });
    expect(pairing).toEqual({
      desk_id: id,
      code: expect.stringMatching(/^([0-9A-HJKMNP-TV-Z]{5}-){5}[0-9A-HJKMNP-TV-Z]$/),
      url: `${BASE_URL}/desk/pair#${pairing.code}`,
      qr_code_url: expect.stringMatching(/^data:image\/png;base64,/),
      expires_at: expect.stringMatching(ISO_TIME),
    });
    const rows = await sharedRows.all("SELECT * FROM desk_pairings WHERE desk_id = ?", id);
    expect(JSON.stringify(rows)).not.toContain(pairing.code);
    moveClock(600_000);
    await createDeskPairing({ id });
    expect(await sharedRows.all("SELECT * FROM desk_pairings WHERE desk_id = ?", id)).toHaveLength(1);
  });

  it("is refused for an unknown and for an inactive desk", async () => {
    const { id } = await makeDesk();
    await asAdmin("PUT", `${DESKS}/${id}`, { status: "inactive" });
    const refused = await asAdmin("POST", `${DESKS}/${id}/pairings`);
    expectFailure(refused, 409, "desk_not_active", "the desk is not active");
    const unknown = await asAdmin("POST", `${DESKS}/${UNKNOWN_ID}/pairings`);
    expectFailure(unknown, 404, "desk_not_found", "Desk not found");
  });
});

describe("POST /desk/session/pair", () => {
  it("says whose the code is before it makes the browser a tablet, once", async () => {
    const desk = await makeDesk({ name: "Kiosk" });
    const { code } = await createDeskPairing(desk);
    const shown = await pairTablet(code.toLowerCase(), "/look-up");
    expect(await shown.json()).toEqual({ success: true, pairing: { desk_name: "Kiosk", number: 1 } });
    const paired = await pairTablet(code);
    expect(paired.headers.get("Set-Cookie")).toMatch(
      /^__Host-desk=[\w-]{43}; Max-Age=31536000; Path=\/; HttpOnly; Secure; SameSite=Lax$/,
    );
    const { tablet } = await paired.json<{ tablet: { id: string } }>();
    expect(tablet).toEqual({
      id: expect.stringMatching(UUID),
      desk_id: desk.id,
      name: "Tablet",
      paired_by: expect.any(String),
      created_at: expect.stringMatching(ISO_TIME),
      last_used_at: expect.stringMatching(ISO_TIME),
      expires_at: expect.stringMatching(ISO_TIME),
    });
    expect(await storedEntriesOf(tablet.id)).toMatchObject([
      { action: "tablet.paired", actor: `desk-${desk.id}`, actorKind: "desk" },
    ]);
    expect((await pairTablet(code)).status).toBe(400);
  });

  it("is refused after ten minutes, from another site, with a till's code, and once the desk was stopped", async () => {
    const desk = await makeDesk();
    const merchant = await makeMerchant();
    const till = await createPairing(merchant, (await makeCounter(merchant)).id);
    expect((await pairTablet(till.code)).status).toBe(400);
    const { code } = await createDeskPairing(desk);
    expect((await pair(code)).status).toBe(400);
    expect((await pairTablet(code, "", { "Sec-Fetch-Site": "cross-site" })).status).toBe(403);
    for (const status of ["inactive", "active"]) await asAdmin("PUT", `${DESKS}/${desk.id}`, { status });
    expect((await pairTablet(code)).status).toBe(400);
    const late = await createDeskPairing(desk);
    moveClock(600_000);
    expect((await pairTablet(late.code)).status).toBe(400);
  });
});

describe("a tablet", () => {
  it("is listed, is given a name, and stops at once when it is revoked", async () => {
    const desk = await makeDesk();
    const [first, second] = [await makeTablet(desk), await makeTablet(desk)];
    const path = `${DESKS}/${desk.id}/tablets`;
    const { body } = await asAdmin("GET", path);
    expect(body.tablets.map(({ id }: { id: string }) => id).sort()).toEqual([first.id, second.id].sort());
    const other = await makeDesk();
    for (const [shard, id] of [
      [desk.id, UNKNOWN_ID],
      [other.id, first.id],
    ] as const) {
      for (const method of ["PATCH", "DELETE"]) {
        const refused = await asAdmin(method, `${DESKS}/${shard}/tablets/${id}`, { name: "Left" });
        expectFailure(refused, 404, "tablet_not_found", "Tablet not found");
      }
    }
    const named = (await asAdmin("PATCH", `${path}/${first.id}`, { name: " Left " })).body;
    const was = body.tablets.find(({ id }: { id: string }) => id === first.id);
    expect(named).toEqual({ success: true, tablet: { ...was, name: "Left" } });
    expectInvalid(await asAdmin("PATCH", `${path}/${first.id}`, { name: "" }), "name");
    expect((await asAdmin("GET", path)).body.tablets).toContainEqual(named.tablet);
    expect((await asAdmin("DELETE", `${path}/${first.id}`)).status).toBe(200);
    expect((await callAsDesk(first.secret, "GET", DESK)).status).toBe(401);
    expect((await callAsDesk(second.secret, "GET", DESK)).status).toBe(200);
    expect(await storedEntriesOf(first.id)).toMatchObject([
      {},
      { action: "tablet.renamed" },
      { action: "tablet.revoked" },
    ]);
  });

  it("lasts as long as it is used", async () => {
    const desk = await makeDesk();
    const { secret } = await makeTablet(desk);
    moveClock(29 * DAY);
    expect((await callAsDesk(secret, "GET", DESK)).status).toBe(200);
    await expect
      .poll(async () => (await asAdmin("GET", `${DESKS}/${desk.id}/tablets`)).body.tablets[0]?.last_used_at)
      .toBe(new Date(Date.now()).toISOString());
    moveClock(29 * DAY);
    expect((await callAsDesk(secret, "GET", DESK)).status).toBe(200);
    moveClock(31 * DAY);
    expect((await callAsDesk(secret, "GET", DESK)).status).toBe(401);
  });

  it("learns what it is, and signs out", async () => {
    const desk = await makeDesk();
    const { id, secret } = await makeTablet(desk);
    const read = async () => (await callDesk("GET", "", deskCookieOf(secret))).body;
    expect(await read()).toMatchObject({ session: { tablet: { id }, desk: { id: desk.id } } });
    expect((await callDesk("GET", "")).body).toEqual({ success: true, session: null });
    const left = await callDesk("POST", "/sign-out", deskCookieOf(secret));
    expect(left.headers.get("Set-Cookie")).toMatch(/^__Host-desk=; Max-Age=0;/);
    expect(await read()).toEqual({ success: true, session: null });
  });

  it("is nobody if it was paired while its desk was being stopped", async () => {
    const { id, secret } = await makeTablet(await makeDesk());
    const ofTablet = "id = (SELECT desk_id FROM desk_sessions WHERE id = ?)";
    await sharedRows.run(`UPDATE desks SET status = 'inactive' WHERE ${ofTablet}`, id);
    expect((await callAsDesk(secret, "GET", DESK)).status).toBe(401);
  });

  it("does not come to be when its desk was stopped after its code was taken", async () => {
    const desk = await makeDesk();
    const { code } = await createDeskPairing(desk);
    const setStatus = (status: string) =>
      sharedRows.run("UPDATE desks SET status = ? WHERE id = ?", status, desk.id);
    const end = interceptDatabase(/^insert into "desk_sessions"/i, async (run) => {
      await setStatus("inactive");
      return await run();
    });
    expect((await pairTablet(code)).status).toBe(400);
    end();
    await setStatus("active");
    expect((await asAdmin("GET", `${DESKS}/${desk.id}/tablets`)).body.tablets).toEqual([]);
  });

  it("is refused from another site", async () => {
    const { secret } = await makeTablet(await makeDesk());
    const headers = { ...deskCookieOf(secret), "Sec-Fetch-Site": "cross-site" };
    expect((await callUnchecked("GET", DESK, headers)).body.code).toBe("cross_site_request");
  });
});
