// What the customer is called at cash desks.
import { isSignedOut } from "#pages/browser/kit/exchange.ts";
import { h } from "#pages/browser/kit/h.ts";
import { changeName, readName } from "./api.ts";
import { explain } from "./explain.ts";
import type { App } from "./screen.ts";

/** An empty field takes the name away. It cannot be changed before it was read. */
export function nameForm({ speech, end }: App): HTMLElement {
  const { settings } = speech.texts;
  const input = h("input", {
    id: "name",
    maxlength: 40,
    autocomplete: "nickname",
    dir: "auto",
    disabled: true,
    "aria-describedby": "name-hint",
  });
  const save = h("button", { disabled: true }, settings.saveName);
  const said = h("p", { role: "status" });
  const settle = async (asked: ReturnType<typeof readName>, done = "") => {
    const outcome = await asked;
    if (isSignedOut(outcome)) return end();
    if (outcome.kind === "ok") {
      input.value = outcome.value ?? "";
      input.disabled = false;
      save.disabled = false;
    }
    said.textContent = outcome.kind === "ok" ? done : explain(outcome, speech);
  };
  const submit = (event: Event) => {
    event.preventDefault();
    said.textContent = "";
    void settle(changeName(input.value.trim() || null), settings.nameSaved);
  };
  void settle(readName());
  return h(
    "form",
    { submit },
    h("label", { for: "name" }, settings.name),
    h("p", { class: "hint", id: "name-hint" }, settings.nameHint),
    input,
    save,
    said,
  );
}
