// What a page asks about the session of its browser, and how it ends.
import { describe, expect, it } from "vitest";
import { BASE_URL, UUID } from "../../support/api.ts";
import { expectUnauthorized } from "../../support/error-responses.ts";
import { setRole } from "../../support/merchant-users.ts";
import { makeMerchant } from "../../support/parties.ts";
import { INTENTS } from "../../support/paths.ts";
import { sharedRows } from "../../support/rows.ts";
import { callAs, callSession, cookieOf, makeTill, makeUser, storedSession } from "../../support/sessions.ts";

const NO_PROFILE = {
  ...{ address: null, vat_id: null, receipt_footer: null },
  ...{ currency: null, language: null, logo_url: null },
};

describe("GET /session", () => {
  it("says who is signed in", async () => {
    const { secret, merchant, session } = await makeUser();
    const { status, body } = await callSession("GET", "", cookieOf(secret));
    expect([status, body]).toEqual([
      200,
      {
        success: true,
        session: {
          kind: "user",
          merchant_id: merchant.id,
          merchant_name: "Bean & Leaf",
          time_zone: "UTC",
          role: "owner",
          email: "owner@shop.test",
          counter_id: null,
          counter_name: null,
          till_id: null,
          till_name: null,
          shop: NO_PROFILE,
          expires_at: new Date(session.expiresAt).toISOString(),
        },
      },
    ]);
  });

  it("says whether the user is an owner or staff", async () => {
    const { secret, merchant, session } = await makeUser();
    await setRole(merchant.id, session.subject ?? "", "staff");
    const { body } = await callSession("GET", "", cookieOf(secret));
    expect(body.session).toMatchObject({ role: "staff" });
  });

  it("says which till it is", async () => {
    const { secret, merchant, counter, session } = await makeTill();
    await sharedRows.run("UPDATE merchants SET time_zone = 'Asia/Kolkata' WHERE id = ?", merchant.id);
    const { body } = await callSession("GET", "", cookieOf(secret));
    expect(body).toEqual({
      success: true,
      session: {
        kind: "till",
        merchant_id: merchant.id,
        merchant_name: "Bean & Leaf",
        time_zone: "Asia/Kolkata",
        role: null,
        email: null,
        counter_id: counter.id,
        counter_name: "Till 1",
        till_id: expect.stringMatching(UUID),
        till_name: "Till by the door",
        shop: NO_PROFILE,
        expires_at: new Date(session.expiresAt).toISOString(),
      },
    });
  });

  it("says that there is none: a token is none, nor is a session that is over", async () => {
    const { token } = await makeMerchant();
    for (const headers of [{}, { Authorization: `Bearer ${token}` }, cookieOf("A".repeat(43))]) {
      const { status, body } = await callSession("GET", "", headers);
      expect([status, body]).toEqual([200, { success: true, session: null }]);
    }
  });
});

describe("POST /session/sign-out", () => {
  it("ends the session and takes the cookie back", async () => {
    const { secret, session } = await makeUser();
    const { status, headers, body } = await callSession("POST", "/sign-out", cookieOf(secret));
    expect([status, body]).toEqual([
      200,
      {
        success: true,
        message: "Signed out",
        redirect_to: expect.stringMatching(
          /\/protocol\/openid-connect\/logout\?client_id=merchant-dashboard&/,
        ),
      },
    ]);
    expect(headers.get("Set-Cookie")).toBe(
      "__Host-session=; Max-Age=0; Path=/; HttpOnly; Secure; SameSite=Lax",
    );
    expect(await storedSession(session.id)).toBeNull();
    expectUnauthorized(await callAs(secret, "GET", INTENTS));
  });

  it("does not take the cookie back for another site's page, which sends none", async () => {
    const { status, headers, body } = await callSession("POST", "/sign-out", {
      "Sec-Fetch-Site": "cross-site",
    });
    expect([status, body.code, headers.get("Set-Cookie")]).toEqual([403, "cross_site_request", null]);
  });

  it("does nothing without a session", async () => {
    for (const headers of [{}, cookieOf("A".repeat(43))]) {
      const { status, body } = await callSession("POST", "/sign-out", headers);
      expect([status, body.redirect_to]).toEqual([200, `${BASE_URL}/session/signed-out`]);
    }
  });
});
