import { encodePng } from "./encode-png.ts";
import { qrModules } from "./modules.ts";

export const QR_WIDTH_MIN = 300;
/** A module has at least so many: readers miss smaller ones. */
const PIXELS_MIN = 2;

/** The code as an image of at least `minWidth` pixels: a whole number of pixels per module keeps it sharp. */
export function qrPng(text: string, { minWidth }: { minWidth: number }): Uint8Array {
  const modules = qrModules(text);
  return encodePng(modules, Math.max(PIXELS_MIN, Math.ceil(minWidth / modules.length)));
}

export function qrPngDataUri(text: string): string {
  return `data:image/png;base64,${qrPng(text, { minWidth: QR_WIDTH_MIN }).toBase64()}`;
}
