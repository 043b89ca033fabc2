import { exports } from "cloudflare:workers";
import { describe, expect } from "vitest";
import { BASE_URL, call, UUID } from "../../support/api.ts";
import { approve, makeApproval } from "../../support/approvals.ts";
import { moveClock } from "../../support/clock.ts";
import { expectFailure, expectIntentNotFound, expectInvalid } from "../../support/error-responses.ts";
import { cancel, makeIntent, makePaidIntent } from "../../support/intents.ts";
import { it } from "../../support/it.ts";
import { makeMerchant } from "../../support/parties.ts";
import { MERCHANT_API } from "../../support/paths.ts";
import { parsePng, parseSvg, readQr } from "../../support/qr.ts";

const NO_QR_CODE = [404, "no_qr_code", "Payment intent has no QR code to pay"] as const;
const pathOf = (id: string, file: string) => `${MERCHANT_API}/public/payment-intents/${id}/${file}`;

async function draw(id: string, file: string): Promise<Uint8Array> {
  const response = await exports.default.fetch(BASE_URL + pathOf(id, file));
  const bytes = new Uint8Array(await response.arrayBuffer());
  expect({
    status: response.status,
    type: response.headers.get("Content-Type"),
    cache: response.headers.get("Cache-Control"),
  }).toEqual({
    status: 200,
    type: file.includes(".svg") ? "image/svg+xml" : "image/png",
    cache: "public, max-age=31536000, immutable",
  });
  expect(response.headers.get("X-Request-Id")).toMatch(UUID);
  return bytes;
}

async function drawSvg(id: string): Promise<string> {
  return new TextDecoder().decode(await draw(id, "qr.svg"));
}

/** 200 UTF-16 units is the longest name that registration accepts. */
const NAMES = [
  "Corner Shop",
  "Café Müßig",
  '"><script>alert(1)</script>',
  "烤".repeat(200),
  "🍕".repeat(100),
];

describe("GET /merchant/api/v1/public/payment-intents/{intentID}/qr.svg", () => {
  it.each(NAMES)("draws the intent's QR code, for the merchant %j", async (name) => {
    const intent = await makeIntent(await makeMerchant({ business_name: name }));
    expect(readQr(parseSvg(await drawSvg(intent.id)))).toBe(intent.qr_data);
  });

  it("is one scalable SVG element without the merchant's text", async () => {
    const svg = await drawSvg((await makeIntent(await makeMerchant({ business_name: '"><script>' }))).id);
    expect(svg.trim()).toMatch(/^<svg [^>]*xmlns="http:\/\/www\.w3\.org\/2000\/svg"[^>]*>.*<\/svg>$/s);
    expect(svg).toMatch(/viewBox="0 0 \d+ \d+"/);
    expect(svg).not.toMatch(/script|payment_intent_id|<!DOCTYPE|<\?xml/i);
  });

  it("leaves four modules white on every side", async () => {
    const { width, isBlack } = parseSvg(await drawSvg((await makeIntent(await makeMerchant())).id));
    const lines = Array.from({ length: width }, (_, n) => n);
    const column = lines.findIndex((x) => lines.some((y) => isBlack(x, y)));
    const row = lines.findIndex((y) => lines.some((x) => isBlack(x, y)));
    const finder = lines.slice(column).findIndex((x) => !isBlack(x, row));
    const last = lines.findLastIndex((x) => lines.some((y) => isBlack(x, y)));
    // The finder pattern is seven modules wide.
    expect([column, row, width - 1 - last]).toEqual(Array(3).fill((finder / 7) * 4));
  });
});

describe("GET /merchant/api/v1/public/payment-intents/{intentID}/qr.png", () => {
  it.each(["", "?size=100", "?size=301", "?size=0500", "?size=2000"])(
    "draws the code with qr.png%s",
    async (query) => {
      const intent = await makeIntent(await makeMerchant());
      const image = await parsePng(await draw(intent.id, `qr.png${query}`));
      const size = Number(query.split("=")[1] ?? 300);
      expect(image.width).toBe(image.height);
      expect(image.width).toBeGreaterThanOrEqual(size);
      // A whole number of pixels per module; none of our codes has 100 modules per side.
      expect(image.width).toBeLessThan(size + 100);
      expect(readQr(image)).toBe(intent.qr_data);
    },
  );

  it("is the image of qr_code_url unless another size is requested", async ({ intent }) => {
    const png = await draw(intent.id, "qr.png");
    expect(`data:image/png;base64,${png.toBase64()}`).toBe(intent.qr_code_url);
  });

  it.each([
    ["99", "must be at least 100"],
    ["2001", "must be at most 2000"],
    ["abc", "must be an integer"],
    ["", "must be an integer"],
    ["-300", "must be an integer"],
    ["300.5", "must be an integer"],
    ["3e2", "must be an integer"],
    ["300px", "must be an integer"],
    ["99999999999", "must be an integer"],
    ["300&size=300", undefined],
  ])("refuses size=%s", async (size, message) => {
    const { id } = await makeIntent(await makeMerchant());
    expectInvalid(await call("GET", `${pathOf(id, "qr.png")}?size=${size}`), "size", message);
  });
});

describe.each(["qr.svg", "qr.png", "qr.png?size=500"])("%s", (file) => {
  it("is the same every time", async () => {
    const { id } = await makeIntent(await makeMerchant());
    const first = await draw(id, file);
    moveClock(60_000);
    expect(await draw(id, file)).toEqual(first);
    expect(await draw(id.toUpperCase(), file)).toEqual(first);
  });

  it("returns 404 for an unknown intent", async () => {
    for (const id of [crypto.randomUUID(), "abc", "%20"])
      expectIntentNotFound(await call("GET", pathOf(id, file)));
  });

  it("returns 404 for an intent that can no longer be paid", async ({ merchant }) => {
    const [cancelled, expired] = [await makeIntent(merchant), await makeIntent(merchant, { expires_in: 60 })];
    await cancel(merchant, cancelled.id);
    const paid = await makePaidIntent(merchant);
    moveClock(60_000);
    for (const { id } of [cancelled, paid, expired]) {
      expectFailure(await call("GET", pathOf(id, file)), ...NO_QR_CODE);
    }
  });

  it("returns 404 for an intent that waits for approval, and after the approval", async ({
    merchant,
    wallet,
  }) => {
    const { id } = await makeApproval(merchant, wallet);
    expectFailure(await call("GET", pathOf(id, file)), ...NO_QR_CODE);
    expect((await approve(wallet, id)).status).toBe(200);
    expectFailure(await call("GET", pathOf(id, file)), ...NO_QR_CODE);
  });
});
