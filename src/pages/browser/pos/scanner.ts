// A code by camera, or typed where there is none.

import { h } from "../h.ts";
import type { CameraModule } from "./camera.ts";
import type { Speech } from "./language.ts";
import { openSheet } from "./sheet.ts";

interface ScannerOptions {
  title: string;
  hint: string;
  label: string;
  submit: string;
  /** What a code says, or null for a code of another kind. */
  read: (text: string) => string | null;
  onCode: (code: string) => void;
}

/** Loaded when it is needed: few sales are scanned, and the decoder is large. */
const CAMERA = "/pages/pos-camera.js";

export function openScanner(
  speech: Speech,
  { title, hint, label, submit, read, onCode }: ScannerOptions,
): void {
  const { texts } = speech;
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
    const code = read(text);
    if (code === null || !isOpen) {
      message.textContent = texts.scanner.invalid;
      return;
    }
    close();
    onCode(code);
  };
  const form = h(
    "form",
    {
      class: "typed",
      submit: (event) => {
        event.preventDefault();
        take(input.value);
      },
    },
    h("label", { for: "code" }, label),
    input,
    h("button", { class: "primary big" }, submit),
  );
  const content = h("div", { class: "scanner" }, h("div", { class: "camera" }, video), message, form);
  const onClose = () => {
    isOpen = false;
    stopCamera?.();
  };
  const close = openSheet(speech, { title, className: "middle", content, onClose });

  const start = async () => {
    const { startCamera } = (await import(CAMERA)) as CameraModule;
    const stop = await startCamera(video, take);
    if (isOpen) stopCamera = stop;
    else stop();
  };
  start().catch(() => {
    content.classList.add("blind");
    message.textContent = texts.scanner.noCamera;
    input.focus();
  });
}

const UUID = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/i;
const SIGNED_TOKEN = /^[\w-]+\.[\w-]+\.[\w-]+$/;

/** Returns what a customer's wallet shows as its code: a scan token, or the wallet's id. Null for any other text. */
export function readCustomerCode(text: string): string | null {
  const code = text.trim();
  return UUID.test(code) || SIGNED_TOKEN.test(code) ? code : null;
}
