// Elements that several pages have.
import { lengthShown } from "../../format.ts";
import { type Attributes, type Child, h, isolated } from "./h.ts";

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

/** Where a card tells what was refused. */
export function alertLine(): HTMLElement {
  return h("p", { class: "alert", role: "alert", hidden: true });
}

export function card(name: string, title: string, hint: string, ...children: Child[]): HTMLElement {
  const heading = h("h2", { id: `${name}-title` }, title);
  const head = h("header", {}, heading, h("p", {}, hint));
  return h("section", { class: `card ${name}`, "aria-labelledby": heading.id }, head, ...children);
}

/** A form that the page takes in the browser's place. */
export function formOf(
  attributes: Attributes,
  submit: (values: FormData) => void,
  ...children: Child[]
): HTMLFormElement {
  const form = h("form", attributes, ...children);
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    submit(new FormData(form));
  });
  return form;
}

/** A page that says one thing. */
export function noticePage(title: string, text: string, ...more: Child[]): HTMLElement {
  return h("section", { class: "panel" }, h("h1", {}, title), h("p", {}, text), ...more);
}

/** An amount in large type, on one line: the longer it is, the smaller. */
export function amountLine(text: string): HTMLElement {
  const line = h("p", { class: "entered" }, isolated(text));
  fitAmount(line, text);
  return line;
}

export function fitAmount(line: HTMLElement, text: string): void {
  line.style.setProperty("--length", String(lengthShown(text)));
}
