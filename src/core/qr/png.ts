import { BoundedCache } from "#core/lib/cache.ts";
import { encodePng } from "./encode-png.ts";
import { qrModules } from "./modules.ts";

export const QR_WIDTH_MIN = 300;
/** A module has at least so many: readers miss smaller ones. */
const PIXELS_MIN = 2;
/** About 1 KB each. */
const DRAWN_MAX = 1_000;

/** The code as an image of at least `minWidth` pixels: a whole number of pixels per module keeps it sharp. */
export function qrPng(text: string, { minWidth }: { minWidth: number }): Uint8Array {
  const modules = qrModules(text);
  return encodePng(modules, Math.max(PIXELS_MIN, Math.ceil(minWidth / modules.length)));
}

/** Whoever watches a list asks for the same codes again and again, and drawing them takes longer than the rest of the read. */
const drawn = new BoundedCache<string, string>(DRAWN_MAX);

export function qrPngDataUri(text: string): string {
  const cached = drawn.get(text);
  if (cached !== undefined) return cached;
  const image = `data:image/png;base64,${qrPng(text, { minWidth: QR_WIDTH_MIN }).toBase64()}`;
  drawn.set(text, image);
  return image;
}
