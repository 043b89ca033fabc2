// How an administrator finds one merchant, by its id or by its email.
import { describe, expect, it } from "vitest";
import { type ApiResponse, adminToken, call } from "../../support/api.ts";
import { expectInvalid } from "../../support/error-responses.ts";
import { uniqueEmail } from "../../support/identity-provider-users.ts";
import { makeMerchant } from "../../support/parties.ts";
import { MERCHANT_API } from "../../support/paths.ts";

async function read(id: string): Promise<ApiResponse> {
  return await call("GET", `${MERCHANT_API}/merchants/${id}`, { token: await adminToken() });
}

async function list(query: string): Promise<ApiResponse> {
  return await call("GET", `${MERCHANT_API}/merchants?${query}`, { token: await adminToken() });
}

describe("GET /merchant/api/v1/merchants/{merchantID}", () => {
  it("shows what the list shows of the merchant", async () => {
    const merchant = await makeMerchant({ business_name: "Corner Shop" });
    const { status, body } = await read(merchant.id);
    const { merchants } = (await list("limit=100")).body;
    expect(status).toBe(200);
    expect(body).toEqual({
      success: true,
      merchant: merchants.find(({ id }: { id: string }) => id === merchant.id),
    });
    expect(body.merchant).toMatchObject({ id: merchant.id, business_name: "Corner Shop", status: "active" });
  });
});

describe("GET /merchant/api/v1/merchants?email=", () => {
  it("finds the merchant with the address in any case, with its status alone, on the first page", async () => {
    const [merchant] = [await makeMerchant(), await makeMerchant()];
    const { email } = (await read(merchant.id)).body.merchant;
    for (const query of [`email=${email}`, `email=${email.toUpperCase()}&status=active`]) {
      const { body } = await list(query);
      expect(body.merchants.map(({ id }: { id: string }) => id)).toEqual([merchant.id]);
      expect(body).toMatchObject({ total: 1, total_pages: 1, next_cursor: null });
    }
    for (const [query, total] of [
      [`email=${email}&status=inactive`, 0],
      [`email=${email}&page=2`, 1],
      [`email=${uniqueEmail()}`, 0],
    ] as const) {
      expect((await list(query)).body).toMatchObject({ merchants: [], total, next_cursor: null });
    }
  });

  it("refuses what is no address with 400", async () => {
    expectInvalid(await list("email=owner"), "email");
  });
});
