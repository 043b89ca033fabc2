import { describe, expect } from "vitest";
import { type ApiResponse, call } from "../../support/api.ts";
import { expectInvalid } from "../../support/error-responses.ts";
import { it } from "../../support/it.ts";
import { NO_PROFILE } from "../../support/logos.ts";
import { makeMerchant, type TestMerchant } from "../../support/parties.ts";
import { MERCHANT_API } from "../../support/paths.ts";

const SETTINGS = `${MERCHANT_API}/settings`;

function put({ token }: { token: string }, json: unknown): Promise<ApiResponse> {
  return call("PUT", SETTINGS, { token, json });
}

async function read({ token }: TestMerchant) {
  return (await call("GET", SETTINGS, { token })).body;
}

describe("GET and PUT /settings", () => {
  it("have UTC until another time zone is set", async ({ merchant }) => {
    expect(await read(merchant)).toEqual({
      success: true,
      settings: { time_zone: "UTC", return_schemes: [], ...NO_PROFILE },
    });
    const changed = await put(merchant, { time_zone: "Europe/Berlin" });
    expect(changed).toMatchObject({
      status: 200,
      body: { success: true, settings: { time_zone: "Europe/Berlin" } },
    });
    expect(await read(merchant)).toEqual(changed.body);
  });

  it("leave the time zone as it is when the request does not name one", async ({ merchant }) => {
    await put(merchant, { time_zone: "Asia/Tokyo" });
    for (const json of [{}, { time_zone: null }]) {
      expect((await put(merchant, json)).body.settings).toEqual({
        time_zone: "Asia/Tokyo",
        return_schemes: [],
        ...NO_PROFILE,
      });
    }
  });

  it("spell the time zone as its database does", async ({ merchant }) => {
    expect((await put(merchant, { time_zone: "america/new_york" })).body.settings).toEqual({
      time_zone: "America/New_York",
      return_schemes: [],
      ...NO_PROFILE,
    });
  });

  it.each(["Europe/Kyiv", "Asia/Kolkata", "Europe/Kiev"])("give %s back under this name", async (zone) => {
    const merchant = await makeMerchant();
    await put(merchant, { time_zone: zone });
    expect((await read(merchant)).settings).toMatchObject({ time_zone: zone });
  });

  it.each(["Mars/Olympus", "+02:00", "", " UTC", "Europe/Berlin\n", "x".repeat(300), 2])(
    "refuse what is no IANA time zone: %j",
    async (zone) => {
      const merchant = await makeMerchant();
      expectInvalid(await put(merchant, { time_zone: zone }), "time_zone");
      expect((await read(merchant)).settings).toMatchObject({ time_zone: "UTC" });
    },
  );

  it("leave an entry in the audit trail", async ({ merchant }) => {
    await put(merchant, { time_zone: "Asia/Tokyo" });
    const { body } = await call("GET", `${MERCHANT_API}/audit-trail?action=settings.changed`, merchant);
    expect(body.entries).toMatchObject([{ action: "settings.changed", details: "time_zone Asia/Tokyo" }]);
  });
});
