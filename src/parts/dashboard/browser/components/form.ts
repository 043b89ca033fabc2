// Forms whose faults appear beside the field that the service names.

import { formOf } from "#pages/browser/kit/elements.ts";
import { type Attributes, type Child, fill, h } from "#pages/browser/kit/h.ts";
import { ServiceFailure } from "../api/failures.ts";
import { fieldWords } from "../failure-words.ts";
import { t } from "../text.ts";
import { button, runBusy } from "./button.ts";
import { failureText } from "./region.ts";

interface FieldOptions {
  /** The API's name of the field. */
  name: string;
  label: string;
  hint?: string;
  value?: string | null;
  attributes?: Attributes;
}

export function textField({ attributes = {}, value, ...options }: FieldOptions): HTMLElement {
  return field(options, (shared) => h("input", { type: "text", value, ...attributes, ...shared }));
}

export function areaField({ attributes = {}, value, ...options }: FieldOptions): HTMLElement {
  return field(options, (shared) => h("textarea", { rows: 4, ...attributes, ...shared }, value));
}

export type Choice = readonly [value: string, label: string];

export function selectField(options: FieldOptions & { choices: readonly Choice[] }): HTMLElement {
  return field(options, (shared) =>
    h(
      "select",
      { ...options.attributes, ...shared },
      options.choices.map(([value, label]) =>
        h("option", { value, selected: value === (options.value ?? "") }, label),
      ),
    ),
  );
}

/** A choice, or that it does not matter; `choose` hears of it at once. */
export function choosingField(
  options: FieldOptions & { choices: readonly Choice[]; choose(value: string | null): void },
): HTMLElement {
  const element = selectField({ ...options, choices: [["", t.payments.any], ...options.choices] });
  const select = element.querySelector("select");
  select?.addEventListener("change", () => options.choose(select.value || null));
  return element;
}

function field(
  { name, label, hint }: FieldOptions,
  control: (shared: Attributes) => HTMLElement,
): HTMLElement {
  const id = `field-${name}-${crypto.randomUUID().slice(0, 8)}`;
  const describedBy = hint === undefined ? `${id}-fault` : `${id}-hint ${id}-fault`;
  return h(
    "div",
    { class: "field", "data-field": name },
    h("label", { for: id }, label),
    control({ id, name, "aria-describedby": describedBy }),
    hint === undefined ? null : h("p", { class: "hint", id: `${id}-hint` }, hint),
    h("p", { class: "fault", id: `${id}-fault` }),
  );
}

/** A group of boxes; the form's value of that name is the list of what is ticked. */
export function checkField(options: {
  name: string;
  label: string;
  choices: readonly Choice[];
  values: readonly string[];
}): HTMLElement {
  const { name, label, choices, values } = options;
  return h(
    "fieldset",
    { class: "field checks", "data-field": name },
    h("legend", {}, label),
    choices.map(([value, text]) =>
      h(
        "label",
        {},
        h("input", { type: "checkbox", name, value, checked: values.includes(value) }),
        h("span", {}, text),
      ),
    ),
    h("p", { class: "fault" }),
  );
}

interface FormOptions {
  fields: Child;
  submit: string;
  onSubmit(values: FormData): Promise<unknown>;
}

export function form({ fields, submit, onSubmit }: FormOptions): HTMLFormElement {
  const failures = h("div", { role: "alert" });
  const submitButton = button({ label: submit, kind: "primary", type: "submit" });
  const element = formOf(
    { class: "form", novalidate: true },
    (values) => {
      fill(failures);
      showFaults(element, []);
      runBusy(
        submitButton,
        () => onSubmit(values),
        (failure) => {
          const isShown = failure instanceof ServiceFailure && showFaults(element, failure.fields);
          if (!isShown) fill(failures, failureText(failure));
        },
      );
    },
    fields,
    failures,
    h("footer", { class: "form-foot" }, submitButton),
  );
  return element;
}

/** Whether each fault has a field; the first one gets the focus. */
function showFaults(element: HTMLFormElement, faults: readonly string[]): boolean {
  for (const field of element.querySelectorAll<HTMLElement>("[data-field]")) {
    const { field: name = "" } = field.dataset;
    const isFaulty = faults.includes(name);
    const control = field.querySelector<HTMLInputElement>("input, select, textarea");
    const place = field.querySelector(".fault");
    if (place !== null) fill(place, isFaulty ? fieldWords(name, t.failures, control?.value === "") : null);
    if (isFaulty) control?.setAttribute("aria-invalid", "true");
    else control?.removeAttribute("aria-invalid");
  }
  element.querySelector<HTMLElement>("[aria-invalid]")?.focus();
  const hasPlace = (name: string) => element.querySelector(`[data-field="${CSS.escape(name)}"]`) !== null;
  return faults.length > 0 && faults.every(hasPlace);
}

/** The trimmed text of a field; null when it is empty. */
export function textOf(values: FormData, name: string): string | null {
  const value = values.get(name);
  const text = typeof value === "string" ? value.trim() : "";
  return text === "" ? null : text;
}
