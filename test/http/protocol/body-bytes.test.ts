// A body's bytes have one reading, on every route: UTF-8. What is not is refused before anything is stored.
import { exports } from "cloudflare:workers";
import { beforeAll, describe, expect, it } from "vitest";
import { codesIn } from "#scripts/openapi/failure-codes.ts";
import { adminToken, BASE_URL, call } from "../../support/api.ts";
import { document, operations, resolve } from "../../support/openapi.ts";
import { makeMerchant, type TestMerchant } from "../../support/parties.ts";
import { INTENTS, SETUP_PAGE_PATH, TOKEN_PATH } from "../../support/paths.ts";
import { exampleOf, routes } from "../../support/routes.ts";

const JSON_TYPE = "application/json";
const FORM_TYPE = "application/x-www-form-urlencoded";

let merchant: TestMerchant;
let admin: string;

beforeAll(async () => {
  [merchant, admin] = await Promise.all([makeMerchant(), adminToken()]);
});

/** Each character is one byte of the same number. */
const latin1 = (text: string) => Uint8Array.from(text, (character) => character.charCodeAt(0));
const utf8 = (text: string) => new TextEncoder().encode(text);

async function send(path: string, body: Uint8Array, headers: Record<string, string>, method = "POST") {
  const response = await exports.default.fetch(BASE_URL + path, { method, body, headers });
  const text = new TextDecoder().decode(await response.arrayBuffer());
  return { status: response.status, text, headers: response.headers };
}

function create(body: Uint8Array, headers: Record<string, string> = {}) {
  return send(INTENTS, body, {
    Authorization: `Bearer ${merchant.token}`,
    "Content-Type": JSON_TYPE,
    ...headers,
  });
}

/** A logo is a picture, whose bytes have a reading of their own. */
const WITH_BODY = routes().filter((route) => !/^(GET|HEAD|OPTIONS) |\/logo$/.test(route));

describe("bytes that are not UTF-8", () => {
  it.each(WITH_BODY)("are refused by %s", async (route) => {
    const [method, path] = exampleOf(route);
    for (const type of [JSON_TYPE, `${JSON_TYPE}; charset=iso-8859-1`, FORM_TYPE]) {
      const headers = { Authorization: `Bearer ${admin}`, "Content-Type": type };
      const response = await send(path, latin1('{"reference":"caf\xe9"}'), headers, method);
      expect([response.status, response.text]).toEqual([400, expect.stringContaining("body must be UTF-8")]);
    }
  });

  it("have the response that the document lists for every operation with a body", () => {
    for (const { method, operation } of operations) {
      if (method === "GET" || operation.operationId === "getToken") continue;
      const { default: common, 400: own } = operation.responses;
      const failure = resolve(own ?? common ?? { description: "" });
      expect(codesIn(failure.description), operation.operationId).toContain("invalid_request");
    }
    expect(document.components.responses.AnyFailure?.description).toContain("400 `invalid_request`");
  });

  it.each([
    ["a continuation alone", "\x80"],
    ["an overlong form", "\xc0\xaf"],
    ["a half of a pair", "\xed\xa0\x80"],
    ["a character cut short", "\xe2\x82"],
    ["a number beyond the last character", "\xf4\x90\x80\x80"],
  ])("are %s", async (_what, bytes) => {
    const { status, text } = await create(latin1(`{"amount":1,"reference":"${bytes}"}`));
    expect([status, JSON.parse(text)]).toEqual([
      400,
      expect.objectContaining({
        code: "invalid_request",
        error: "body must be UTF-8",
        details: [{ field: "body", message: "must be UTF-8" }],
      }),
    ]);
  });

  it.each(routes())("are refused in the query of %s", async (route) => {
    const [method, path] = exampleOf(route);
    const headers = { Authorization: `Bearer ${admin}` };
    const response = await exports.default.fetch(`${BASE_URL}${path}?reference=caf%E9`, { method, headers });
    const text = method === "HEAD" ? "query must be UTF-8" : await response.text();
    expect([response.status, text]).toEqual([400, expect.stringContaining("query must be UTF-8")]);
  });

  it("are not what a query escapes well, or does not escape", async () => {
    for (const reference of ["%C3%A9", "100%", "%zz"]) {
      const { status } = await call("GET", `${INTENTS}?reference=${reference}`, { token: merchant.token });
      expect(status, reference).toBe(200);
    }
  });

  it("are refused in chunks too", async () => {
    const body = latin1('{"amount":1,"reference":"\xff"}');
    expect((await create(body, { "Transfer-Encoding": "chunked" })).status).toBe(400);
  });

  it.each(["\xff", "%FF", "a%C3", "%ed%a0%80"])(
    "are refused in a form, raw or escaped: %j",
    async (bytes) => {
      const form = latin1(`grant_type=client_credentials&client_id=${bytes}&client_secret=x`);
      const token = await send(TOKEN_PATH, form, { "Content-Type": FORM_TYPE });
      expect([token.status, JSON.parse(token.text)]).toEqual([
        400,
        { error: "invalid_request", error_description: "body must be UTF-8" },
      ]);
      const page = await send(SETUP_PAGE_PATH, latin1(`password=${bytes}`), { "Content-Type": FORM_TYPE });
      expect([page.status, page.text]).toEqual([400, "body must be UTF-8"]);
    },
  );

  it("are not what a form escapes well, or does not escape", async () => {
    for (const id of ["%C3%A9", "caf\xc3\xa9", "100%", "%zz"]) {
      const form = latin1(`grant_type=client_credentials&client_id=${id}&client_secret=x`);
      expect((await send(TOKEN_PATH, form, { "Content-Type": FORM_TYPE })).status, id).toBe(401);
    }
  });
});

describe("a charset", () => {
  it.each(["utf-8", "UTF8", '"utf-8"', "us-ascii", "ASCII"])(
    "%s is UTF-8, or a part of it",
    async (charset) => {
      const body = utf8('{"amount":1,"reference":"café"}');
      const { status, text } = await create(body, { "Content-Type": `${JSON_TYPE}; charset=${charset}` });
      expect([status, JSON.parse(text).payment_intent?.reference]).toEqual([201, "café"]);
    },
  );

  it.each(["iso-8859-1", "windows-1252", "utf-16", "nonsense"])(
    "%s is refused only where it matters",
    async (charset) => {
      const headers = { "Content-Type": `${JSON_TYPE};charset=${charset}` };
      expect((await create(utf8('{"amount":1,"reference":"cafe"}'), headers)).status).toBe(201);
      const { status, text } = await create(utf8('{"amount":1,"reference":"café"}'), headers);
      expect([status, JSON.parse(text).code]).toEqual([415, "unsupported_media_type"]);
    },
  );
});

describe("a Content-Encoding", () => {
  it("may be identity", async () => {
    expect((await create(utf8('{"amount":1}'), { "Content-Encoding": "identity" })).status).toBe(201);
  });

  it.each(["gzip", "deflate", "br", "identity, gzip"])("is refused when it is %s", async (encoding) => {
    const { status, text, headers } = await create(utf8('{"amount":1}'), { "Content-Encoding": encoding });
    expect([status, headers.get("Accept-Encoding"), JSON.parse(text)]).toEqual([
      415,
      "identity",
      expect.objectContaining({ code: "unsupported_media_type", error: "Content-Encoding must be identity" }),
    ]);
    const form = await send(TOKEN_PATH, utf8("a=b"), {
      "Content-Type": FORM_TYPE,
      "Content-Encoding": encoding,
    });
    expect([form.status, JSON.parse(form.text).error]).toEqual([415, "invalid_request"]);
  });
});
