// A PNG writer for two colours. Format: https://www.w3.org/TR/png-3/

import { crc32, deflateSync } from "node:zlib";
import { concat } from "#core/lib/concat.ts";
import { utf8 } from "#core/lib/utf8.ts";

const SIGNATURE = Uint8Array.of(0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a);
/** Filter of a line that is stored as its difference from the line above. */
const UP = 2;

/** 1-bit greyscale image of a square of modules, true for black, each `scale` pixels wide and high. */
export function encodePng(modules: boolean[][], scale: number): Uint8Array {
  return concat(
    SIGNATURE,
    chunk("IHDR", header(modules.length * scale)),
    // The fastest level: the lines repeat so much that the others save less than a tenth.
    chunk("IDAT", deflateSync(scanlines(modules, scale), { level: 1 })),
    chunk("IEND", new Uint8Array()),
  );
}

function header(width: number): Uint8Array {
  const bitDepth = 1;
  return concat(uint32(width), uint32(width), Uint8Array.of(bitDepth, 0, 0, 0, 0));
}

/** Every line starts with its filter. The first of a row of modules has the pixels, and the others repeat it: their difference is 0. */
function scanlines(modules: boolean[][], scale: number): Uint8Array {
  const size = modules.length * scale;
  const stride = 1 + Math.ceil(size / 8);
  const lines = new Uint8Array(stride * size);
  let start = 0;
  for (const row of modules) {
    const pixels = start + 1;
    lines.fill(0xff, pixels, start + stride);
    for (let x = 0; x < row.length; x++) if (row[x]) blacken(lines, pixels * 8 + x * scale, scale);
    for (let line = 1; line < scale; line++) lines[start + line * stride] = UP;
    start += scale * stride;
  }
  return lines;
}

/** Clears `count` bits, byte by byte. The first bit of a byte is its highest. */
function blacken(bytes: Uint8Array, first: number, count: number): void {
  const end = first + count;
  for (let bit = first; bit < end; ) {
    const byte = bit >> 3;
    const next = Math.min(end, (byte + 1) * 8);
    const black = (0xff >> (bit & 7)) & (0xff00 >> (next - byte * 8));
    bytes[byte] = (bytes[byte] ?? 0) & ~black;
    bit = next;
  }
}

function chunk(type: string, data: Uint8Array): Uint8Array {
  const typed = concat(utf8(type), data);
  return concat(uint32(data.length), typed, uint32(crc32(typed)));
}

function uint32(value: number): Uint8Array {
  return Uint8Array.of(value >>> 24, value >>> 16, value >>> 8, value);
}
