import { describe, expect, it, vi } from "vitest";
import { err } from "../../../src/domain/result.ts";
import { type ApiResponse, adminToken, call, fetchToken, UUID } from "../../support/api.ts";
import { expectFailure, expectInvalid } from "../../support/error-responses.ts";
import { atService } from "../../support/identity-provider.ts";
import { removeUsersOf, uniqueEmail } from "../../support/identity-provider-users.ts";
import { confirm, makeIntent } from "../../support/intents.ts";
import { PASSWORD, submitPassword } from "../../support/logins.ts";
import { ownerOf } from "../../support/merchant-users.ts";
import { drained } from "../../support/objects.ts";
import { makeMerchant, makeWallet } from "../../support/parties.ts";
import { MERCHANT_API } from "../../support/paths.ts";
import { isSignedWith, useDeliveries } from "../../support/receiver.ts";
import { sharedRows } from "../../support/rows.ts";
import { deps } from "../../support/seeds.ts";

const deliveries = useDeliveries();

const PATH = `${MERCHANT_API}/register`;

async function register(json: unknown): Promise<ApiResponse> {
  return call("POST", PATH, { token: await adminToken(), json });
}

describe("POST /merchant/api/v1/register", () => {
  it("returns 201 with the merchant's id, credentials and webhook secret", async () => {
    const response = await register({ email: uniqueEmail(), business_name: "Bean & Leaf" });
    expect(response.status).toBe(201);
    expect(response.body).toEqual({
      success: true,
      merchant_id: expect.stringMatching(UUID),
      client_id: expect.stringMatching(/./),
      client_secret: expect.stringMatching(/^.{32,}$/),
      webhook_secret: expect.stringMatching(/^whsec_/),
      setup_url: expect.stringMatching(/^http:\/\/payments\.test\/./),
      note: expect.stringMatching(/./),
    });
  });

  it("returns the secret with which a callback_url is signed", async () => {
    const { body } = await register({ email: uniqueEmail(), business_name: "Bean & Leaf" });
    const token = await fetchToken(body.client_id, body.client_secret);
    const { id } = await makeIntent({ token }, { callback_url: "https://order.test/1" });
    await confirm(await makeWallet(), id);
    await drained(id);
    const [request] = await deliveries.deliverAll();
    expect(isSignedWith(body.webhook_secret, request)).toBe(true);
  });

  it("refuses a registered email in any case", async () => {
    const email = uniqueEmail();
    expect((await register({ email, business_name: "First" })).status).toBe(201);
    for (const again of [email, email.toUpperCase()]) {
      const response = await register({ email: again, business_name: "Second" });
      expectFailure(response, 409, "email_taken", "a merchant with this email is already registered");
    }
  });

  it("refuses the email of another merchant's dashboard user, who stays as it is", async () => {
    const owner = await ownerOf(await makeMerchant());
    const email = uniqueEmail();
    const invited = await call("POST", `${MERCHANT_API}/users`, {
      token: owner.token,
      json: { email, role: "staff" },
    });
    expect((await submitPassword(atService, invited.body.setup_url, PASSWORD)).status).toBe(200);
    const userOf = () => sharedRows.first("SELECT * FROM idp_users WHERE email = ?", email);
    const counts = () =>
      sharedRows.first(
        "SELECT (SELECT count(*) FROM merchants) AS merchants, (SELECT count(*) FROM idp_clients) AS clients",
      );
    const [before, countsBefore] = [await userOf(), await counts()];
    for (const again of [email, email.toUpperCase()]) {
      const response = await register({ email: again, business_name: "Thief" });
      expectFailure(response, 409, "email_taken", "a merchant with this email is already registered");
    }
    expect(await userOf()).toEqual(before);
    expect(await counts()).toEqual(countsBefore);
    const removed = await call("DELETE", `${MERCHANT_API}/users/${invited.body.user.id}`, {
      token: owner.token,
    });
    expect(removed.status).toBe(200);
    expect((await register({ email, business_name: "Successor" })).status).toBe(201);
  });

  it("is no way to another merchant's user, by a setup link either", async () => {
    const email = uniqueEmail();
    const [{ body }, other] = [
      await register({ email, business_name: "First" }),
      await ownerOf(await makeMerchant()),
    ];
    await removeUsersOf(deps.identityProvider, body.merchant_id);
    const json = { email, role: "staff" };
    expect((await call("POST", `${MERCHANT_API}/users`, { token: other.token, json })).status).toBe(201);
    const link = await call("POST", `${MERCHANT_API}/merchants/${body.merchant_id}/setup-link`, {
      token: await adminToken(),
    });
    expectFailure(link, 409, "user_exists", "there is a user with this email already");
  });

  it("names the email that the identity provider refuses, and keeps nothing of it", async () => {
    const email = uniqueEmail();
    const refusing = vi.spyOn(deps.identityProvider, "createUser").mockResolvedValue(err("email_refused"));
    const refused = await register({ email, business_name: "First" });
    refusing.mockRestore();
    expectInvalid(refused, "email", "is refused by the identity provider");
    expect((await register({ email, business_name: "First" })).status).toBe(201);
  });

  it("accepts a business name of 200 characters in any script", async () => {
    for (const name of ["x".repeat(200), "Café 北京 ☕", 'O"Neil\\'])
      expect((await register({ email: uniqueEmail(), business_name: name })).status).toBe(201);
  });

  it.each([
    ["without a name", { email: "a@shop.test" }, "business_name", "is required"],
    ["with an empty name", { email: "a@shop.test", business_name: "" }, "business_name", undefined],
    ["with a blank name", { email: "a@shop.test", business_name: "   " }, "business_name", undefined],
    [
      "with a name of 201 characters",
      { email: "a@shop.test", business_name: "x".repeat(201) },
      "business_name",
      "must have at most 200 characters",
    ],
    [
      "with a name of 200 characters and a space",
      { email: "a@shop.test", business_name: `${"x".repeat(200)} ` },
      "business_name",
      "must have at most 200 characters",
    ],
    [
      "with a number for a name",
      { email: "a@shop.test", business_name: 5 },
      "business_name",
      "must be a string",
    ],
    [
      "with null for a name",
      { email: "a@shop.test", business_name: null },
      "business_name",
      "must be a string",
    ],
    ["without an email", { business_name: "Shop" }, "email", "is required"],
    ["with an empty email", { email: "", business_name: "Shop" }, "email", "must be a valid email address"],
    [
      "with an email without a domain",
      { email: "a@", business_name: "Shop" },
      "email",
      "must be a valid email address",
    ],
    [
      "with two emails",
      { email: "a@b.test,c@d.test", business_name: "Shop" },
      "email",
      "must be a valid email address",
    ],
    ["with a number for an email", { email: 7, business_name: "Shop" }, "email", "must be a string"],
  ])("refuses a body %s", async (_, json, field, message) => {
    expectInvalid(await register(json), field, message);
  });

  it("names every invalid field", async () => {
    const { status, body } = await register({});
    expect(status).toBe(400);
    expect(body.details).toEqual([
      { field: "email", message: "is required" },
      { field: "business_name", message: "is required" },
    ]);
  });

  it("refuses an email longer than 254 characters", async () => {
    const email = `${"a".repeat(60)}@${"b".repeat(60)}.${"c".repeat(60)}.${"d".repeat(60)}.${"e".repeat(20)}.test`;
    expect(email.length).toBeGreaterThan(254);
    expectInvalid(await register({ email, business_name: "Shop" }), "email");
  });
});
