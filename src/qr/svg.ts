import QRCode from "qrcode-svg";

const QUIET_ZONE_MODULES = 4;

/** The code as a single path that scales to any size. */
export function qrSvg(text: string): string {
  const code = new QRCode({
    content: text,
    padding: QUIET_ZONE_MODULES,
    width: 300,
    height: 300,
    ecl: "M",
    join: true,
    xmlDeclaration: false,
    container: "svg-viewbox",
  });
  // The library draws columns as rows. Not every reader accepts that mirror image.
  const { qrcode } = code as unknown as { qrcode: { modules: boolean[][] } };
  const { modules } = qrcode;
  qrcode.modules = modules.map((_, x) => modules.map((row) => row[x] ?? false));
  return code.svg();
}
