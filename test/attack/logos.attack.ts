// A shop sends as its logo what a browser might run, or what costs more than a picture. Nothing but a small PNG is ever served.
import { exports } from "cloudflare:workers";
import { describe, expect, it } from "vitest";
import { END, header, makeLogo, PIXELS, pngOf, putLogo } from "../support/logos.ts";
import { makeMerchant } from "../support/parties.ts";

const textOf = (text: string) => Uint8Array.from(Buffer.from(text));
const SVG = textOf('<svg xmlns="http://www.w3.org/2000/svg" onload="alert(1)"/>');
const PAGE = textOf("<!doctype html><script>alert(1)</script>");

describe("a logo as a weapon", () => {
  it.each<[string, Uint8Array<ArrayBuffer>, string, number]>([
    ["an SVG", SVG, "image/svg+xml", 415],
    ["an SVG that is said to be a PNG", SVG, "image/png", 400],
    ["a page that is said to be a PNG", PAGE, "image/png", 400],
    ["a page behind a picture", Uint8Array.from([...makeLogo(), ...PAGE]), "image/png", 400],
    ["a page within a picture", pngOf(header(), ["tEXt", PAGE], PIXELS, END), "image/png", 400],
    [
      "a picture of four gigapixels",
      pngOf(header({ width: 65_535, height: 65_535 }), PIXELS, END),
      "image/png",
      400,
    ],
    ["a megabyte", new Uint8Array(1_000_000), "image/png", 413],
  ])("is refused: %s", async (_, file, type, refused) => {
    const { token } = await makeMerchant();
    const { status, body } = await putLogo(token, file, type);
    expect([status, body.success]).toEqual([refused, false]);
  });

  it("is a picture and nothing else, wherever it is opened", async () => {
    const { token } = await makeMerchant();
    const { body } = await putLogo(token, makeLogo());
    const { status, headers } = await exports.default.fetch(body.settings.logo_url);
    expect([status, headers.get("Content-Type"), headers.get("X-Content-Type-Options")]).toEqual([
      200,
      "image/png",
      "nosniff",
    ]);
    expect(headers.get("Content-Security-Policy")).toBe("default-src 'none'; sandbox");
  });
});
