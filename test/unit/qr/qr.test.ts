import { describe, expect, it, vi } from "vitest";
import { qrPayload } from "#core/qr/payload.ts";
import { qrPng, qrPngDataUri } from "#core/qr/png.ts";
import { qrSvg } from "#core/qr/svg.ts";
import { parsePng, parseSvg, readQr } from "../../support/qr.ts";

const PENDING = {
  id: "0199d3c0-7a11-7c3e-9a55-0123456789ab",
  amountMinor: 1250,
  currency: "USD",
  merchantId: "0199d3c0-7a11-7c3e-9a55-ba9876543210",
  merchantName: "Corner Shop",
};

/** 200 UTF-16 units is the longest name that registration accepts. */
const NAMES = [
  "Corner Shop",
  'A "B" \\ C, {D}: [E]\u0000\u2028',
  "Café Müßig",
  "北京烤鸭店",
  "مقهى القاهرة",
  "Pizza 🍕 👩‍👩‍👧",
  "x".repeat(200),
];

/** The text, then as much of it as there is room for. */
const LONG_NAMES = [
  ["烤".repeat(200), `${"烤".repeat(35)}…`],
  ["🍕".repeat(100), `${"🍕".repeat(17)}…`],
  // Letters of three signs, and an emoji of five: none is cut within.
  ["क्षि".repeat(50), `${"क्षि".repeat(8)}…`],
  ["👩‍👩‍👧".repeat(25), `${"👩‍👩‍👧".repeat(4)}…`],
  [`Cafe\u0301${"\u0301".repeat(190)}`, "Caf…"],
] as const;

const ALL_NAMES = [...NAMES, ...LONG_NAMES.map(([name]) => name)];

describe("qrPngDataUri", () => {
  it("draws a code once while it is among the newest 1,000", () => {
    const encodings = vi.spyOn(Uint8Array.prototype, "toBase64");
    const draw = (number: number) => qrPngDataUri(`code ${number}`);
    const first = draw(0);
    for (let number = 1; number < 1_000; number++) draw(number);
    expect(draw(0)).toBe(first);
    expect(encodings).toHaveBeenCalledTimes(1_000);
    draw(1_000);
    expect(draw(0)).toBe(first);
    expect(encodings).toHaveBeenCalledTimes(1_002);
    encodings.mockRestore();
  });
});

describe("qrPayload", () => {
  it("is compact JSON in a fixed order", () => {
    expect(qrPayload(PENDING)).toBe(
      '{"payment_intent_id":"0199d3c0-7a11-7c3e-9a55-0123456789ab","amount":12.5,"currency":"USD",' +
        '"merchant_id":"0199d3c0-7a11-7c3e-9a55-ba9876543210","merchant_name":"Corner Shop"}',
    );
  });

  it.each([
    ["USD", 1200, "12"],
    ["USD", 1, "0.01"],
    ["USD", 99999999999, "999999999.99"],
    ["JPY", 500, "500"],
    ["KWD", 1234, "1.234"],
  ])("writes %s %i as %s", (currency, amountMinor, number) => {
    expect(qrPayload({ ...PENDING, currency, amountMinor })).toContain(`"amount":${number},`);
  });

  it.each(NAMES)("writes %j in ASCII, which every reader understands", (merchantName) => {
    const payload = qrPayload({ ...PENDING, merchantName });
    expect(payload).toMatch(/^[\x20-\x7e]+$/);
    expect(JSON.parse(payload).merchant_name).toBe(merchantName);
  });
});

describe("qrPayload of a long name", () => {
  it.each(LONG_NAMES)("cuts %j to whole letters: %j", (merchantName, cut) => {
    const payload = qrPayload({ ...PENDING, merchantName });
    expect(JSON.parse(payload).merchant_name).toBe(cut);
    expect(payload.length).toBeLessThanOrEqual(380);
  });

  it("cuts what has more than 380 bytes, and nothing else", () => {
    const fits = "x".repeat(380 - qrPayload({ ...PENDING, merchantName: "" }).length);
    const payload = qrPayload({ ...PENDING, merchantName: fits });
    expect([payload.length, JSON.parse(payload).merchant_name]).toEqual([380, fits]);
    const cut = qrPayload({ ...PENDING, merchantName: `${fits}x` });
    expect([cut.length, JSON.parse(cut).merchant_name]).toEqual([380, `${fits.slice(0, -6)}…`]);
  });
});

describe("qrPng", () => {
  it.each(ALL_NAMES)("draws a code that reads back, for the merchant %j", async (merchantName) => {
    const payload = qrPayload({ ...PENDING, merchantName });
    for (const minWidth of [100, 300, 900]) {
      expect(readQr(await parsePng(qrPng(payload, { minWidth })))).toBe(payload);
    }
  });

  it("writes the chunks of a 1-bit greyscale PNG with correct checksums", async () => {
    const png = qrPng("hello", { minWidth: 300 });
    const { chunks, width } = await parsePng(png);
    expect(png.slice(0, 8).toHex()).toBe("89504e470d0a1a0a");
    expect(chunks.map(({ type }) => type)).toEqual(["IHDR", "IDAT", "IEND"]);
    expect(chunks.map(({ checksum }) => checksum)).toEqual(chunks.map(({ type, data }) => crc32(type, data)));
    // 21 modules and 4 of quiet zone on each side, 11 pixels each.
    expect(width).toBe(319);
    expect(chunks[0]?.data.toHex()).toBe("0000013f0000013f0100000000");
    expect(chunks[2]?.data).toHaveLength(0);
  });

  it.each([58, 59, 300, 301, 1000])("is at least %i pixels wide, in whole modules", async (minWidth) => {
    const { width } = await parsePng(qrPng("hello", { minWidth }));
    expect(width % 29).toBe(0);
    expect(width).toBeGreaterThanOrEqual(minWidth);
    expect(width - 29).toBeLessThan(minWidth);
  });

  it.each([1, 29, 57])("is of two pixels a module where %i pixels leave fewer", async (minWidth) => {
    expect((await parsePng(qrPng("hello", { minWidth }))).width).toBe(58);
  });

  it("leaves exactly four modules white on every side", async () => {
    const { width, isBlack } = await parsePng(qrPng("hello", { minWidth: 300 }));
    const black = { x: [] as number[], y: [] as number[] };
    for (let y = 0; y < width; y++) {
      for (let x = 0; x < width; x++) {
        if (!isBlack(x, y)) continue;
        black.x.push(x);
        black.y.push(y);
      }
    }
    for (const line of [black.x, black.y]) {
      expect(Math.min(...line)).toBe(4 * 11);
      expect(Math.max(...line)).toBe(width - 4 * 11 - 1);
    }
  });

  it("corrects errors at level M", async () => {
    const { width, isBlack } = await parsePng(qrPng("hello", { minWidth: 300 }));
    const module = width / 29;
    const formatBits = [0, 1].map((x) => isBlack((4 + x + 0.5) * module, (4 + 8 + 0.5) * module));
    // ISO 18004 table 12: M is 00, and the format mask 101010000010010 begins with 10.
    expect(formatBits).toEqual([true, false]);
  });
});

describe("qrSvg", () => {
  it.each(ALL_NAMES)("draws what the PNG says with another library, for the merchant %j", (merchantName) => {
    const payload = qrPayload({ ...PENDING, merchantName });
    expect(readQr(parseSvg(qrSvg(payload)))).toBe(payload);
  });

  it("corrects errors at level M", () => {
    const { width, isBlack } = parseSvg(qrSvg("hello"));
    const module = width / 29;
    expect([0, 1].map((x) => isBlack((4 + x + 0.5) * module, (4 + 8 + 0.5) * module))).toEqual([true, false]);
  });

  it("has no style that a page's policy would refuse", () => {
    expect(qrSvg("hello")).not.toContain("style");
  });
});

describe("qrPngDataUri", () => {
  it("is the PNG of at least 300 pixels as a data URI", () => {
    const dataUri = qrPngDataUri("hello");
    const png = qrPng("hello", { minWidth: 300 });
    expect(dataUri).toBe(`data:image/png;base64,${png.toBase64()}`);
  });
});

/** Bit by bit, as the specification writes it; the code under test uses a table. */
function crc32(type: string, data: Uint8Array): number {
  let crc = 0xffffffff;
  for (const byte of [...new TextEncoder().encode(type), ...data]) {
    crc ^= byte;
    for (let bit = 0; bit < 8; bit++) crc = crc & 1 ? (crc >>> 1) ^ 0xedb88320 : crc >>> 1;
  }
  return ~crc >>> 0;
}
