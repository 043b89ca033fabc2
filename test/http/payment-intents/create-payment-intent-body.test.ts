import { beforeAll, describe, expect, it } from "vitest";
import { type ApiResponse, type CallOptions, call } from "../../support/api.ts";
import { expectFailure, expectInvalid } from "../../support/error-responses.ts";
import { makeMerchant } from "../../support/parties.ts";
import { INTENTS } from "../../support/paths.ts";

const BODY_MAX = 64 * 1024;

let token: string;

beforeAll(async () => {
  token = (await makeMerchant()).token;
});

function post(options: CallOptions): Promise<ApiResponse> {
  return call("POST", INTENTS, { token, ...options });
}

describe("the body of POST /merchant/api/v1/payment-intents", () => {
  it.each(["{", "", '{"amount":1}x', '{"amount":1,}', "NaN", "\u0000"])(
    "must be JSON, not %j",
    async (text) => {
      const response = await post({ text });
      expect(response.status).toBe(400);
      expect(response.body.code).toBe("invalid_request");
    },
  );

  it.each(["[]", "null", '"amount"'])("must be an object, not %s", async (text) => {
    expectInvalid(await post({ text }), "body", "must be an object");
  });

  it("is required", async () => {
    const response = await post({});
    expect(response.status).toBe(400);
    expect(response.body.code).toBe("invalid_request");
  });

  it.each([
    "application/json",
    "application/json; charset=utf-8",
    "application/json ; charset=utf-8",
    "Application/JSON",
  ])("is accepted with content type %j", async (contentType) => {
    expect((await post({ text: '{"amount":1}', contentType })).status).toBe(201);
  });

  it.each([null, "", "text/plain", "application/x-www-form-urlencoded", "application/jsonp"])(
    "is refused with content type %j",
    async (contentType) => {
      const response = await post({ text: '{"amount":1}', contentType });
      expectFailure(response, 415, "unsupported_media_type", "Content-Type must be application/json");
    },
  );

  it("may be 64 KB long", async () => {
    const text = '{"amount":1}'.padEnd(BODY_MAX, " ");
    expect((await post({ text })).status).toBe(201);
  });

  it("is refused when it is one byte longer", async () => {
    const text = '{"amount":1}'.padEnd(BODY_MAX + 1, " ");
    expectFailure(await post({ text }), 413, "body_too_large", "request body must be at most 64 KB");
  });

  it("is refused when its Content-Length is too small", async () => {
    const text = '{"amount":1}'.padEnd(BODY_MAX * 4, " ");
    const response = await post({ text, headers: { "Transfer-Encoding": "chunked" } });
    expectFailure(response, 413, "body_too_large", "request body must be at most 64 KB");
  });
});
