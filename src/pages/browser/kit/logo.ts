// A shop's logo, where it has one: its name stands beside it.
import { h } from "./h.ts";

/** A picture that is there no more leaves its place. */
export function logoImage(url: string | null | undefined): HTMLElement | null {
  if (!url) return null;
  const image = h("img", { class: "logo", src: url, alt: "", error: () => image.remove() });
  return image;
}
