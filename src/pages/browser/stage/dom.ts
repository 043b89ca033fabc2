// Elements without a framework, and without HTML from text.

type Child = Node | string | null;
type Attributes = Record<string, string | boolean | ((event: Event) => void)>;

/** A function becomes a listener of the event that the attribute names, `true` an empty attribute, `false` none. */
export function h<Name extends keyof HTMLElementTagNameMap>(
  name: Name,
  attributes: Attributes = {},
  ...children: Child[]
): HTMLElementTagNameMap[Name] {
  const element = document.createElement(name);
  for (const [key, value] of Object.entries(attributes)) {
    if (typeof value === "function") element.addEventListener(key, value);
    else if (value !== false) element.setAttribute(key, value === true ? "" : value);
  }
  element.append(...children.filter((child) => child !== null));
  return element;
}

/** Only if it differs, so that nothing is announced twice. */
export function setText(element: HTMLElement, text: string): void {
  if (element.textContent !== text) element.textContent = text;
}

export function show(element: HTMLElement, isShown: boolean): void {
  element.hidden = !isShown;
}

/** A button that is disabled while its work lasts. What fails is the page's to tell. */
export function button(label: string, work: () => Promise<void>, kind = ""): HTMLButtonElement {
  const element = h("button", { type: "button", class: kind }, label);
  element.addEventListener("click", () => {
    element.disabled = true;
    void work().finally(() => {
      element.disabled = false;
    });
  });
  return element;
}

export function card(name: string, title: string, hint: string, ...children: Child[]): HTMLElement {
  const heading = h("h2", { id: `${name}-title` }, title);
  const head = h("header", {}, heading, h("p", {}, hint));
  return h("section", { class: `card ${name}`, "aria-labelledby": heading.id }, head, ...children);
}
