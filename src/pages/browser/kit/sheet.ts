// A dialog over the page.

import { icon } from "./device-icons.ts";
import { h } from "./h.ts";

interface SheetOptions {
  title: string;
  /** What the button that closes it is called. */
  close: string;
  className: "middle" | "side";
  content: HTMLElement;
  onClose?: () => void;
}

export function closeSheets(): void {
  for (const dialog of document.querySelectorAll("dialog")) dialog.close();
}

/** Opens it; the returned function closes it. */
export function openSheet(options: SheetOptions): () => void {
  const { title, className, content, onClose } = options;
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
      h(
        "button",
        { type: "button", class: "quiet", "aria-label": options.close, click: close },
        icon("close"),
      ),
    ),
    content,
  );
  document.body.append(dialog);
  dialog.showModal();
  return close;
}
