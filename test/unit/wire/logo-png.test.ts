import { deflateSync } from "node:zlib";
import { describe, expect, it } from "vitest";
import { LOGO_BYTES_MAX, logoFault } from "#core/wire/merchants/logo-png.ts";
import { type Chunk, END, header, makeLogo, PIXELS, pngOf } from "../../support/logos.ts";

const PALETTE: Chunk = ["PLTE", new Uint8Array(6)];
const ALPHA: Chunk = ["tRNS", new Uint8Array(2)];
const INDEXED = header({ type: 3, depth: 1 });
const KNOWN = "must have no chunks but IHDR, cHRM, gAMA, sBIT, sRGB, PLTE, pHYs, tRNS, IDAT, IEND";
const TOO_LARGE = "must be at most 256 × 256 pixels";
const BAD_HEADER = "must have a valid chunk IHDR";

function changed(file: Uint8Array, at: number): Uint8Array {
  const copy = Uint8Array.from(file);
  copy[at] = (copy[at] ?? 0) ^ 1;
  return copy;
}

describe("a logo", () => {
  it.each<[string, Uint8Array]>([
    ["of four channels", makeLogo()],
    ["of one pixel", pngOf(header({ width: 1, height: 1 }), PIXELS, END)],
    ["of three colours", pngOf(header({ type: 2, depth: 16 }), PIXELS, END)],
    ["of grey and alpha", pngOf(header({ type: 4 }), PIXELS, END)],
    ["interlaced", pngOf(header({ rest: [0, 0, 1] }), PIXELS, END)],
    ["of 256 colours", pngOf(INDEXED, ["PLTE", new Uint8Array(768)], PIXELS, END)],
    ["of the largest size", pngOf(header({ width: 256, height: 256 }), PIXELS, END)],
    ["with a palette", pngOf(INDEXED, PALETTE, ALPHA, PIXELS, END)],
    [
      "with what says how its colours look",
      pngOf(header(), ["sRGB", Uint8Array.of(0)], ["gAMA", new Uint8Array(4)], PIXELS, END),
    ],
    ["in several chunks", pngOf(header(), PIXELS, PIXELS, END)],
    ["of one grey", pngOf(header({ type: 0, depth: 16 }), ["tRNS", new Uint8Array(2)], PIXELS, END)],
    ["of 24 KB", pngOf(header(), ["IDAT", new Uint8Array(LOGO_BYTES_MAX - 57)], END)],
  ])("may be %s", (_, file) => {
    expect(logoFault(file)).toBe(null);
  });

  it.each<[string, Uint8Array, string]>([
    [
      "one byte more than 24 KB",
      pngOf(header(), ["IDAT", new Uint8Array(LOGO_BYTES_MAX - 56)], END),
      "must be at most 24576 bytes",
    ],
    ["nothing", new Uint8Array(), "must begin with the signature of a PNG file"],
    ["a JPEG", Uint8Array.of(0xff, 0xd8, 0xff, 0xe0), "must begin with the signature of a PNG file"],
    [
      "a page",
      new TextEncoder().encode("<script>alert(1)</script>"),
      "must begin with the signature of a PNG file",
    ],
    ["a wrong signature", changed(makeLogo(), 7), "must begin with the signature of a PNG file"],
    ["only a signature", pngOf(), "must have a chunk IHDR"],
    ["257 pixels wide", pngOf(header({ width: 257 }), PIXELS, END), TOO_LARGE],
    ["257 pixels high", pngOf(header({ height: 257 }), PIXELS, END), TOO_LARGE],
    ["as wide as 32 bits allow", pngOf(header({ width: 0xffffffff }), PIXELS, END), TOO_LARGE],
    ["without a width", pngOf(header({ width: 0 }), PIXELS, END), TOO_LARGE],
    ["a bit depth of no use", pngOf(header({ depth: 4 }), PIXELS, END), BAD_HEADER],
    ["an unknown colour type", pngOf(header({ type: 5 }), PIXELS, END), BAD_HEADER],
    ["another compression", pngOf(header({ rest: [1, 0, 0] }), PIXELS, END), BAD_HEADER],
    ["another filter", pngOf(header({ rest: [0, 1, 0] }), PIXELS, END), BAD_HEADER],
    ["an unknown interlacing", pngOf(header({ rest: [0, 0, 2] }), PIXELS, END), BAD_HEADER],
    ["a short header", pngOf(header({ rest: [] }), PIXELS, END), BAD_HEADER],
    ["a long header", pngOf(header({ rest: [0, 0, 0, 0] }), PIXELS, END), BAD_HEADER],
    ["text inside", pngOf(header(), ["tEXt", new TextEncoder().encode("Comment\0<b>")], PIXELS, END), KNOWN],
    ["a profile", pngOf(header(), ["iCCP", new Uint8Array(9)], PIXELS, END), KNOWN],
    ["pixels first", pngOf(PIXELS, header(), END), "must begin with its chunk IHDR"],
    ["two headers", pngOf(header(), header(), PIXELS, END), "must have one chunk IHDR"],
    [
      "a palette after the pixels",
      pngOf(INDEXED, PIXELS, PALETTE, END),
      "must not have its chunk PLTE after IDAT",
    ],
    ["no palette", pngOf(INDEXED, PIXELS, END), "must have a chunk PLTE"],
    [
      "a palette of half a colour",
      pngOf(INDEXED, ["PLTE", new Uint8Array(4)], PIXELS, END),
      "must have a valid chunk PLTE",
    ],
    ["a palette of no colour", pngOf(INDEXED, ["PLTE"], PIXELS, END), "must have a valid chunk PLTE"],
    [
      "a palette of 257 colours",
      pngOf(INDEXED, ["PLTE", new Uint8Array(771)], PIXELS, END),
      "must have a valid chunk PLTE",
    ],
    ["a palette of greys", pngOf(header({ type: 0 }), PALETTE, PIXELS, END), "must have a valid chunk PLTE"],
    [
      "two transparencies",
      pngOf(header(), ALPHA, PIXELS, END),
      "must not have a chunk tRNS beside an alpha channel",
    ],
    [
      "two transparencies of greys",
      pngOf(header({ type: 4 }), ALPHA, PIXELS, END),
      "must not have a chunk tRNS beside an alpha channel",
    ],
    ["no pixels", pngOf(header(), END), "must have a chunk IDAT"],
    ["no end", pngOf(header(), PIXELS), "must have a chunk IEND"],
    ["something after the end", Uint8Array.from([...makeLogo(), 0]), "must end with its chunk IEND"],
    [
      "another picture after the end",
      Uint8Array.from([...makeLogo(), ...makeLogo()]),
      "must end with its chunk IEND",
    ],
    [
      "an end with something in it",
      pngOf(header(), PIXELS, ["IEND", Uint8Array.of(1)]),
      "must have an empty chunk IEND",
    ],
    ["cut off", makeLogo().slice(0, -1), "must not end within a chunk"],
    ["cut off in a length", makeLogo().slice(0, 34), "must not end within a chunk"],
    ["a wrong checksum", changed(makeLogo(), 45), "has a chunk IDAT with a wrong checksum"],
    ["a length beyond the file", changed(makeLogo(), 33), "must not end within a chunk"],
  ])("may not be %s", (_, file, fault) => {
    expect(logoFault(file)).toBe(fault);
  });

  it("is read without an error, whatever it is", () => {
    const file = pngOf(header(), ["IDAT", deflateSync(new Uint8Array(99))], END);
    for (let at = 0; at < file.length; at++) {
      expect(logoFault(changed(file, at)), `${at}`).toEqual(expect.any(String));
      expect(logoFault(file.slice(0, at)), `${at}`).toEqual(expect.any(String));
    }
  });
});
