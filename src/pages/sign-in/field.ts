import { html } from "hono/html";
import type { Html } from "../layout.ts";

/** An input with its label; `attributes` are the input's. */
export function field(name: string, label: string, attributes: Html): Html {
  return html`
    <label for="${name}">${label}</label>
    <input id="${name}" name="${name}" ${attributes}>`;
}

/** The email address is the name that a password manager saves the password under. */
export function emailField(label: string, value: string, attributes: Html): Html {
  return field("username", label, html`type="email" autocomplete="username" value="${value}" ${attributes}`);
}

/** For which shop it is, where that is known. */
export function shopLine(shop: string | null): Html {
  return html`${shop && html`<p class="shop"><bdi>${shop}</bdi></p>`}`;
}

/** What was wrong with the form that was sent; inputs refer to it by its id. */
export function faultLine(text: string | null): Html {
  return html`${text && html`<p class="fault" role="alert" id="fault">${text}</p>`}`;
}
