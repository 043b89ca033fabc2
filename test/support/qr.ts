// Reads QR images back, as a customer's camera does.
import { decodeQR } from "qr/decode.js";
import { expect } from "vitest";

interface Image {
  width: number;
  height: number;
  isBlack: (x: number, y: number) => boolean;
}

interface Chunk {
  type: string;
  data: Uint8Array<ArrayBuffer>;
  checksum: number;
}

/** A 1-bit greyscale PNG. */
export async function parsePng(png: Uint8Array): Promise<Image & { chunks: Chunk[] }> {
  const view = new DataView(png.buffer, png.byteOffset, png.byteLength);
  const chunks: Chunk[] = [];
  for (let at = 8; at < png.length; ) {
    const length = view.getUint32(at);
    const type = new TextDecoder().decode(png.subarray(at + 4, at + 8));
    const data = new Uint8Array(png.subarray(at + 8, at + 8 + length));
    chunks.push({ type, data, checksum: view.getUint32(at + 8 + length) });
    at += 12 + length;
  }
  const width = view.getUint32(16);
  const height = view.getUint32(20);
  const lines = await inflate(chunks.find(({ type }) => type === "IDAT")?.data ?? new Uint8Array());
  const stride = 1 + Math.ceil(width / 8);
  expect(lines).toHaveLength(stride * height);
  unfilter(lines, stride);
  const isBlack = (x: number, y: number) => {
    const pixel = Math.floor(x);
    const byte = lines[Math.floor(y) * stride + 1 + (pixel >> 3)] ?? 0;
    return (byte & (0x80 >> (pixel & 7))) === 0;
  };
  return { chunks, width, height, isBlack };
}

/** Lines begin with their filter: 0 for none, 2 for the difference from the line above. */
function unfilter(lines: Uint8Array, stride: number): void {
  for (let first = 0; first < lines.length; first += stride) {
    expect([0, 2]).toContain(lines[first]);
    if (lines[first] === 0) continue;
    for (let at = first + 1; at < first + stride; at++) {
      lines[at] = (lines[at] ?? 0) + (lines[at - stride] ?? 0);
    }
  }
}

const SVG_MODULE_PIXELS = 4;

/** Expects one path of squares "Mx,y V… H… V… H… Z" in a square view box; redraws it with whole pixels. */
export function parseSvg(svg: string): Image {
  const [, side = ""] = /viewBox="0 0 (\d+) \1"/.exec(svg) ?? [];
  const [, path = ""] = /<path [^>]*\bd="([^"]+)"/.exec(svg) ?? [];
  const squares = [...path.matchAll(/M([\d.]+),([\d.]+) V([\d.]+) H([\d.]+) V\2 H\1 Z/g)].map((square) =>
    square.slice(1).map(Number),
  );
  expect(path.split("M")).toHaveLength(squares.length + 1);
  // The finder pattern comes first and begins with seven modules in a row.
  const [x1 = 0, y1 = 0] = squares[0] ?? [];
  const module = ((squares[6]?.[3] ?? 0) - x1) / 7;
  const size = Math.round(Number(side) / module);
  const black = new Set<number>();
  for (const [x = 0, y = 0, bottom = 0, right = 0] of squares) {
    expect([Math.round((right - x) / module), Math.round((bottom - y) / module), y >= y1]).toEqual([
      1,
      1,
      true,
    ]);
    black.add(Math.round(y / module) * size + Math.round(x / module));
  }
  const width = size * SVG_MODULE_PIXELS;
  const isBlack = (x: number, y: number) =>
    black.has(Math.floor(y / SVG_MODULE_PIXELS) * size + Math.floor(x / SVG_MODULE_PIXELS));
  return { width, height: width, isBlack };
}

export function readQr({ width, height, isBlack }: Image): string {
  const data = new Uint8Array(width * height * 4);
  for (let i = 0; i < width * height; i++) {
    const level = isBlack(i % width, Math.floor(i / width)) ? 0 : 255;
    data.set([level, level, level, 255], i * 4);
  }
  return decodeQR({ width, height, data });
}

async function inflate(bytes: Uint8Array<ArrayBuffer>): Promise<Uint8Array> {
  const plain = new Blob([bytes]).stream().pipeThrough(new DecompressionStream("deflate"));
  return new Uint8Array(await new Response(plain).arrayBuffer());
}
