// Builds elements without parsing HTML: text stays text, whatever is in it.

export type Child = Node | string | number | null | undefined | false | readonly Child[];

type Handler = (event: Event) => void;

/** A function listens to the event of that name; `true` is an empty attribute; null and false leave the attribute out. */
export type Attributes = Record<string, string | number | boolean | null | undefined | Handler>;

export function h<Tag extends keyof HTMLElementTagNameMap>(
  tag: Tag,
  attributes: Attributes = {},
  ...children: Child[]
): HTMLElementTagNameMap[Tag] {
  const element = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) {
    if (typeof value === "function") element.addEventListener(name, value);
    else if (value === true) element.setAttribute(name, "");
    else if (value !== null && value !== undefined && value !== false)
      element.setAttribute(name, String(value));
  }
  element.append(...nodesOf(children));
  return element;
}

export function nodesOf(child: Child): Node[] {
  if (child === null || child === undefined || child === false) return [];
  if (Array.isArray(child)) return child.flatMap(nodesOf);
  return [child instanceof Node ? child : document.createTextNode(String(child))];
}

/** Replaces what is in the element. */
export function fill(element: Element, ...children: Child[]): void {
  element.replaceChildren(...nodesOf(children));
}

/** A name, a payment's number, or text from outside, which may be written in the other direction than the page. */
export function isolated(text: string): HTMLElement {
  return h("bdi", {}, text);
}

/** An id, an address or code: left to right in every language. */
export function code(text: string): HTMLElement {
  return h("code", { dir: "ltr" }, text);
}
