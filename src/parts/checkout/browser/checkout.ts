// The script of the checkout page: shows the state that the intent is in, and how much time is left.

import type { Wire } from "#core/wire/shared/wire-types.ts";
import { hearServerTime, msUntil } from "#pages/browser/kit/clock.ts";
import { formatMoment, formatTimeLeft } from "#pages/format.ts";
import { isLanguage, localeOf } from "#pages/languages.ts";
import { isFinal, type ShownState, shownState } from "#pages/payment-state.ts";
import type { PublicPaymentIntent } from "#sdk/index.ts";
import { createPublicClient } from "#sdk/index.ts";

const TICK_MS = 1_000;
const RELOAD_MS = 5_000;

const sheet = find("main");
const announcement = find(".announcement");
const connection = find(".connection");
const countdown = find(".countdown");
const declined = find(".declined");

let shown: PublicPaymentIntent | null = null;
let isDeclined = false;

createPublicClient({ baseUrl: location.origin })
  .watch(sheet.dataset.intent ?? "", {
    onChange: (intent) => {
      // What was processed and is open again was declined.
      isDeclined = !intent.is_processing && (isDeclined || shown?.is_processing === true);
      shown = intent;
      show();
    },
    onServerTime: hearServerTime,
    onConnection: (state) => {
      connection.hidden = false;
      connection.dataset.state = state;
      connection.textContent = sheet.dataset[state] ?? "";
    },
  })
  .finally(() => {
    connection.hidden = true;
  })
  // What repeating does not repair, the server's page explains.
  .catch(() => setTimeout(() => location.reload(), RELOAD_MS));

setInterval(show, TICK_MS);

const printButton = find("[data-print]");
printButton.hidden = false;
printButton.addEventListener("click", () => print());

function show(): void {
  if (shown === null) return;
  const left = msUntil(shown.expires_at);
  countdown.textContent = left === null ? "" : formatTimeLeft(left);
  const state = shownState(shown);
  if (state !== sheet.dataset.state) change(state);
}

function change(state: ShownState): void {
  // It was not in the page while the merchant could not take payments.
  if (state === "open" && document.querySelector(".code") === null) location.reload();
  sheet.dataset.state = state;
  for (const section of document.querySelectorAll<HTMLElement>("[data-for]"))
    section.hidden = !section.dataset.for?.split(" ").includes(state);
  declined.hidden = !isDeclined || (state !== "open" && state !== "approval");
  if (state === "completed") void showReceipt();
  const title = find(`[data-for="${state}"] h2`).textContent ?? "";
  announcement.textContent = declined.hidden ? title : declined.textContent;
  if (isFinal(state)) document.title = `${title} · ${document.title}`;
}

/** The page has none of it before. */
async function showReceipt(): Promise<void> {
  const response = await fetch(`/pay/${sheet.dataset.intent}/receipt`, { cache: "no-store" }).catch(
    () => null,
  );
  if (response?.ok !== true) return;
  const { receipt } = (await response.json()) as { receipt: Wire<"Receipt"> };
  for (const line of document.querySelectorAll<HTMLElement>("[data-line]")) {
    const text = receipt[line.dataset.line as "address"];
    line.hidden = text === null;
    line.querySelector("bdi")?.replaceChildren(text ?? "");
  }
  const { lang } = document.documentElement;
  const at = shown?.completed_at;
  if (at && isLanguage(lang))
    find(".paid-at").textContent = formatMoment(at, receipt.time_zone, localeOf(lang));
}

function find(selector: string): HTMLElement {
  const found = document.querySelector<HTMLElement>(selector);
  if (found === null) throw new Error(`the page has no ${selector}`);
  return found;
}
