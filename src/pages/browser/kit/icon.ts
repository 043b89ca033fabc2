// Line drawings on a field of 24 by 24, which only repeat what the words beside them say.

const NAMESPACE = "http://www.w3.org/2000/svg";

/** Draws each by its name; `paths` has the drawings of one app. */
export function iconsOf<Name extends string>(paths: Record<Name, string>): (name: Name) => SVGSVGElement {
  return (name) => {
    const svg = drawing("0 0 24 24", paths[name]);
    svg.setAttribute("class", `icon icon-${name}`);
    svg.setAttribute("aria-hidden", "true");
    return svg;
  };
}

/** An image of one path. */
export function drawing(viewBox: string, d: string): SVGSVGElement {
  const svg = document.createElementNS(NAMESPACE, "svg");
  const path = document.createElementNS(NAMESPACE, "path");
  svg.setAttribute("viewBox", viewBox);
  path.setAttribute("d", d);
  svg.append(path);
  return svg;
}
