// A dialog over the till.

import { h } from "../h.ts";
import { icon } from "./dom.ts";
import type { Speech } from "./language.ts";

/** Opens it; the returned function closes it. */
export function openSheet(
  { texts }: Speech,
  {
    title,
    className,
    content,
    onClose,
  }: { title: string; className: string; content: HTMLElement; onClose?: () => void },
): () => void {
  const close = () => dialog.close();
  const onEnd = () => {
    dialog.remove();
    onClose?.();
  };
  const dialog = h(
    "dialog",
    { class: `sheet ${className}`, "aria-label": title, close: onEnd },
    h(
      "header",
      {},
      h("h2", {}, title),
      h("button", { type: "button", class: "quiet", "aria-label": texts.close, click: close }, icon("close")),
    ),
    content,
  );
  document.body.append(dialog);
  dialog.showModal();
  return close;
}
