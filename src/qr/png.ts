import { encodeQR } from "qr";
import { setBounded } from "../lib/set-bounded.ts";
import { encodePng } from "./encode-png.ts";

export const QR_WIDTH_MIN = 300;
const QUIET_ZONE_MODULES = 4;

/** A page of a list has up to 100 codes, and customer apps poll theirs every few seconds. About 2 KB each. */
const DATA_URIS_KEPT = 500;
/** Holds results, not promises: on Workers a request cannot await another request's promise. */
const dataUris = new Map<string, string>();

/** The code as an image of at least `minWidth` pixels: a whole number of pixels per module keeps it sharp. */
export function qrPng(text: string, { minWidth }: { minWidth: number }): Promise<Uint8Array> {
  const modules = encodeQR(text, "raw", { ecc: "medium", border: QUIET_ZONE_MODULES });
  return encodePng(modules, Math.ceil(minWidth / modules.length));
}

export async function qrPngDataUri(text: string): Promise<string> {
  const known = dataUris.get(text);
  if (known !== undefined) return known;
  const png = await qrPng(text, { minWidth: QR_WIDTH_MIN });
  const dataUri = `data:image/png;base64,${png.toBase64()}`;
  setBounded(dataUris, text, dataUri, DATA_URIS_KEPT);
  return dataUri;
}
