import { encodeQR } from "qr";

const QUIET_ZONE_MODULES = 4;

/** The code with its quiet zone: a square of modules, true for black. */
export function qrModules(text: string): boolean[][] {
  return encodeQR(text, "raw", { ecc: "medium", border: QUIET_ZONE_MODULES });
}
