// What a part shows in the dashboard's view of a counter, and what the dashboard hands it for that.
import type { Language } from "../../languages.ts";
import type { Attributes, Child } from "./h.ts";

interface Column<Row> {
  label: string;
  kind?: "title" | "number" | "actions";
  cell(row: Row): Child;
}

export interface CounterPanelKit {
  language: Language;
  isOwner: boolean;
  /** What the shop sells in. */
  currency: string;
  /** The body of a success. A failure is thrown, and shown by whatever has called: region, button or form. */
  send(method: string, path: string, parts: { body?: unknown }): Promise<string>;
  region<T>(options: { read(): Promise<T>; show(value: T): Child }): {
    element: HTMLElement;
    put(value: T): void;
    reload(): void;
  };
  table<Row>(options: { caption: string; columns: readonly Column<Row>[]; rows: readonly Row[] }): Child;
  button(options: {
    label: string;
    icon?: "plus";
    kind?: "quiet";
    /** What a screen reader says instead of the label. */
    spoken?: string;
    onclick(): unknown;
  }): HTMLElement;
  /** It asks first. */
  dangerButton(options: {
    action: string;
    kind: "quiet";
    spoken: string;
    title: string;
    text: string;
    run(): Promise<unknown>;
  }): HTMLElement;
  /** A form in a dialog of its own. A fault that the service names appears beside its field. */
  openForm(options: {
    action: string;
    hint: string;
    fields: Child;
    onSubmit(values: FormData, close: () => void): Promise<unknown>;
  }): void;
  textField(options: { name: string; label: string; attributes: Attributes }): Child;
  notify(text: string): void;
  money(decimal: string, currency: string): string;
}

export type CounterPanel = (
  counter: { id: string; status: string },
  kit: CounterPanelKit,
) => Promise<{ title: string; content: Child }>;
