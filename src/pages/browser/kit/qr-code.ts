// A QR code that a page draws itself.
import { qrModules } from "../../../core/qr/modules.ts";
import { drawing } from "./icon.ts";

/** Sharp at any size; white around it, whatever the theme. */
export function qrCode(text: string, label: string): SVGSVGElement {
  const modules = qrModules(text);
  const path = modules.flatMap((row, y) => row.map((isBlack, x) => (isBlack ? `M${x} ${y}h1v1h-1z` : "")));
  const svg = drawing(`0 0 ${modules.length} ${modules.length}`, path.join(""));
  svg.setAttribute("class", "code");
  svg.setAttribute("role", "img");
  svg.setAttribute("aria-label", label);
  svg.setAttribute("shape-rendering", "crispEdges");
  return svg;
}
