// Reads QR images back, as a customer's camera does.
import { decodeQR } from "qr/decode.js";
import { expect, vi } from "vitest";

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

/** Expects a white square, and one path of black rectangles "M… …h…v1H…z" a module high; redraws it with whole pixels. */
export function parseSvg(svg: string): Image {
  const [, side = ""] = /viewBox="0 0 (\d+) \1"/.exec(svg) ?? [];
  expect(svg).toContain(`<path fill="#fff" d="M0 0h${side}v${side}H0z"/>`);
  const [, path = ""] = /<path d="([^"]+)"/.exec(svg) ?? [];
  const rectangles = [...path.matchAll(/M(\d+) (\d+)h(\d+)v1H\1z/g)].map((rectangle) =>
    rectangle.slice(1).map(Number),
  );
  expect(rectangles.map(([x, y, width]) => `M${x} ${y}h${width}v1H${x}z`).join("")).toBe(path);
  const size = Number(side);
  const black = new Set<number>();
  for (const [x = 0, y = 0, width = 0] of rectangles) {
    for (let column = x; column < x + width; column++) black.add(y * size + column);
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

/** How many PNGs have been drawn for data URIs since; undone by `repair`. */
export function countDrawings(): () => number {
  const { mock } = vi.spyOn(Uint8Array.prototype, "toBase64");
  return () => mock.contexts.filter((bytes) => (bytes as Uint8Array)[0] === 0x89).length;
}
