// A QR code that a page draws itself.
import { qrModules } from "../../../core/qr/modules.ts";
import { drawing } from "./icon.ts";

/** Sharp at any size; white around it, whatever the theme. */
export function qrCode(text: string, label: string): SVGSVGElement {
  const { size, path } = outlineOf(text);
  const svg = drawing(`0 0 ${size} ${size}`, path);
  svg.setAttribute("class", "code");
  svg.setAttribute("role", "img");
  svg.setAttribute("aria-label", label);
  svg.setAttribute("shape-rendering", "crispEdges");
  return svg;
}

/** The address of an image, for another window as well. */
export function qrImage(text: string): string {
  const { size, path } = outlineOf(text);
  const box = `viewBox="0 0 ${size} ${size}" shape-rendering="crispEdges"`;
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" ${box}><path fill="#fff" d="M0 0h${size}v${size}H0z"/><path d="${path}"/></svg>`;
  return `data:image/svg+xml,${encodeURIComponent(svg)}`;
}

function outlineOf(text: string): { size: number; path: string } {
  const modules = qrModules(text);
  const path = modules.flatMap((row, y) => row.map((isBlack, x) => (isBlack ? `M${x} ${y}h1v1h-1z` : "")));
  return { size: modules.length, path: path.join("") };
}
