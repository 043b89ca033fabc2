// A code by camera, or typed where there is none.

import type { CameraModule } from "./camera.ts";
import { formOf } from "./elements.ts";
import { h } from "./h.ts";
import { openSheet } from "./sheet.ts";

export interface ScannerTexts {
  title: string;
  hint: string;
  /** What the field is called in which a code is typed. */
  typed: string;
  submit: string;
  noCamera: string;
  /** It is shown for a code of another kind. */
  invalid: string;
}

interface ScannerOptions {
  texts: ScannerTexts;
  /** What the button that closes it is called. */
  close: string;
  /** What a code says, or null for a code of another kind. */
  read: (text: string) => string | null;
  onCode: (code: string) => void;
}

/** Loaded when it is needed, because the decoder is large. */
const CAMERA = "/pages/pos-camera.js";

/** What the open sheet does with a code. */
let takeInSheet: ((text: string) => void) | null = null;

/** Takes what a scanner has typed, wherever the focus is; false while no sheet awaits a code. */
export function scanInSheet(text: string): boolean {
  const take = takeInSheet;
  take?.(text);
  return take !== null;
}

export function openScanner({ texts, close: closeText, read, onCode }: ScannerOptions): void {
  const { title, hint, typed, submit } = texts;
  const video = h("video", { playsinline: true, muted: true, autoplay: true, "aria-label": title });
  video.muted = true;
  const message = h("p", { class: "hint", role: "status" }, hint);
  const input = h("input", {
    id: "code",
    name: "code",
    autocomplete: "off",
    autocapitalize: "off",
    spellcheck: "false",
  });
  let stopCamera: (() => void) | null = null;
  let isOpen = true;

  const take = (text: string): void => {
    if (!isOpen) return;
    const code = read(text);
    if (code === null) {
      message.textContent = texts.invalid;
      return;
    }
    end();
    close();
    onCode(code);
  };
  const form = formOf(
    { class: "typed" },
    () => take(input.value),
    h("label", { for: "code" }, typed),
    input,
    h("button", { class: "primary big" }, submit),
  );
  const content = h("div", { class: "scanner" }, h("div", { class: "camera" }, video), message, form);
  const end = () => {
    if (takeInSheet === take) takeInSheet = null;
    isOpen = false;
    stopCamera?.();
  };
  const close = openSheet({ title, close: closeText, className: "middle", content, onClose: end });
  takeInSheet = take;

  const start = async () => {
    const { startCamera } = (await import(CAMERA)) as CameraModule;
    const stop = await startCamera(video, take);
    if (isOpen) stopCamera = stop;
    else stop();
  };
  start().catch(() => {
    content.classList.add("blind");
    message.textContent = texts.noCamera;
    input.focus();
  });
}
