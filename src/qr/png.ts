import { setBounded } from "../lib/set-bounded.ts";
import { encodePng } from "./encode-png.ts";
import { qrModules } from "./modules.ts";

export const QR_WIDTH_MIN = 300;

/** A page of a list has up to 100 codes, and customer apps poll theirs every few seconds. About 1 KB each. */
const DATA_URIS_KEPT = 500;
const dataUris = new Map<string, string>();

/** The code as an image of at least `minWidth` pixels: a whole number of pixels per module keeps it sharp. */
export function qrPng(text: string, { minWidth }: { minWidth: number }): Uint8Array {
  const modules = qrModules(text);
  return encodePng(modules, Math.ceil(minWidth / modules.length));
}

export function qrPngDataUri(text: string): string {
  const known = dataUris.get(text);
  if (known !== undefined) return known;
  const dataUri = `data:image/png;base64,${qrPng(text, { minWidth: QR_WIDTH_MIN }).toBase64()}`;
  setBounded(dataUris, text, dataUri, DATA_URIS_KEPT);
  return dataUri;
}
