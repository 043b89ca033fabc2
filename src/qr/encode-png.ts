// A PNG writer for two colours. Format: https://www.w3.org/TR/png-3/
import { crc32, deflateSync } from "node:zlib";

const SIGNATURE = Uint8Array.of(0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a);
/** Filter of a line that is stored as its difference from the line above. */
const UP = 2;

/** 1-bit greyscale image of a square of modules, true for black, each `scale` pixels wide and high. */
export function encodePng(modules: boolean[][], scale: number): Uint8Array {
  return concat([
    SIGNATURE,
    chunk("IHDR", header(modules.length * scale)),
    // The fastest level: the lines repeat so much that the others save less than a tenth.
    chunk("IDAT", deflateSync(scanlines(modules, scale), { level: 1 })),
    chunk("IEND", new Uint8Array()),
  ]);
}

function header(width: number): Uint8Array {
  const bitDepth = 1;
  return concat([uint32(width), uint32(width), Uint8Array.of(bitDepth, 0, 0, 0, 0)]);
}

/** Every line starts with its filter. The first of a row of modules has the pixels, and the others repeat it: their difference is 0. */
function scanlines(modules: boolean[][], scale: number): Uint8Array {
  const size = modules.length * scale;
  const stride = 1 + Math.ceil(size / 8);
  const lines = new Uint8Array(stride * size);
  for (const [y, row] of modules.entries()) {
    const first = y * scale * stride;
    blacken(lines.subarray(first + 1, first + stride).fill(0xff), row, scale);
    for (let line = 1; line < scale; line++) lines[first + line * stride] = UP;
  }
  return lines;
}

function blacken(line: Uint8Array, row: boolean[], scale: number): void {
  for (let x = 0; x < row.length; x++) {
    if (!row[x]) continue;
    for (let pixel = x * scale; pixel < (x + 1) * scale; pixel++) {
      const byte = pixel >> 3;
      line[byte] = (line[byte] ?? 0) & ~(0x80 >> (pixel & 7));
    }
  }
}

function chunk(type: string, data: Uint8Array): Uint8Array {
  const typed = concat([new TextEncoder().encode(type), data]);
  return concat([uint32(data.length), typed, uint32(crc32(typed))]);
}

function uint32(value: number): Uint8Array {
  return Uint8Array.of(value >>> 24, value >>> 16, value >>> 8, value);
}

function concat(parts: Uint8Array[]): Uint8Array {
  const whole = new Uint8Array(parts.reduce((length, part) => length + part.length, 0));
  let offset = 0;
  for (const part of parts) {
    whole.set(part, offset);
    offset += part.length;
  }
  return whole;
}
