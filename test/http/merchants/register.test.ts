import { describe, expect, it, vi } from "vitest";
import { err } from "#core/domain/result.ts";
import { type ApiResponse, adminToken, call, fetchToken, UUID } from "../../support/api.ts";
import { expectFailure, expectInvalid } from "../../support/error-responses.ts";
import { atService } from "../../support/identity-provider.ts";
import { removeUsersOf, uniqueEmail } from "../../support/identity-provider-users.ts";
import { confirm, makeIntent } from "../../support/intents.ts";
import { PASSWORD, submitPassword } from "../../support/logins.ts";
import { ownerOf } from "../../support/merchant-users.ts";
import { published } from "../../support/objects.ts";
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
    await published(id);
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
    ["business_name", undefined, "is required"],
    ["business_name", "", undefined],
    ["business_name", "   ", undefined],
    ["business_name", "x".repeat(201), "must have at most 200 characters"],
    ["business_name", `${"x".repeat(200)} `, "must have at most 200 characters"],
    ["business_name", 5, "must be a string"],
    ["business_name", null, "must be a string"],
    ["email", undefined, "is required"],
    ["email", "", "must be a valid email address"],
    ["email", "a@", "must be a valid email address"],
    ["email", "a@b.test,c@d.test", "must be a valid email address"],
    ["email", `${"a".repeat(60)}@${`${"b".repeat(60)}.`.repeat(3)}${"e".repeat(20)}.test`, undefined],
    ["email", 7, "must be a string"],
  ])("refuses the %s %j", async (field, value, message) => {
    const json = { email: "a@shop.test", business_name: "Shop", [field]: value };
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
});
