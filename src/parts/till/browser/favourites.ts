// The favourites of the till's counter, beside the keypad: a tap adds one to the amount.
import { currencyExponent, parseAmount, USUAL_EXPONENT } from "#core/domain/money.ts";
import type { Wire } from "#core/wire/shared/wire-types.ts";
import type { Speech } from "#pages/browser/device/language.ts";
import { exchangeAs } from "#pages/browser/kit/exchange.ts";
import { fill, h, isolated } from "#pages/browser/kit/h.ts";
import { importTexts } from "#pages/browser/kit/language.ts";
import { formatMoney } from "#pages/format.ts";
import { API } from "./operations.ts";
import type { Texts } from "./texts/en.ts";

type Read = Wire<"FavouritesResponse">["favourites"];

const exchange = exchangeAs("till");

export interface Favourites {
  /** It is hidden until there are any in the till's currency. */
  element: HTMLElement;
  texts: Texts;
  /** Reads them anew. Returns false when the service could not be reached. */
  refresh(): Promise<boolean>;
  isOffered(name: string, minor: bigint): boolean;
  /** What was typed about the sale. */
  note(): string;
  forgetNote(): void;
}

interface Options {
  speech: Speech;
  counterId: string;
  currency: string;
  onPick(name: string, minor: bigint): void;
}

export async function loadFavourites({ speech, counterId, currency, onPick }: Options): Promise<Favourites> {
  const { texts } = await importTexts<{ texts: Texts }>("till", speech.language);
  const exponent = currencyExponent(currency) ?? USUAL_EXPONENT;
  const path = `${API}/counters/${counterId}/favourites`;
  const list = h("div", { class: "favourites", role: "group", "aria-label": texts.title });
  const note = h("input", {
    id: "note",
    type: "text",
    maxlength: "100",
    hidden: true,
    "aria-label": texts.noteLabel,
  });
  const openNote = () => {
    note.hidden = false;
    note.focus();
  };
  const element = h("div", { class: "offer", hidden: true }, list, note);
  let shown: Read = { currency: null, items: [], updated_at: null };

  const minorOf = (price: string) => {
    const minor = parseAmount(price, exponent);
    return minor.ok ? BigInt(minor.value) : 0n;
  };
  // The focus stays where it was, so that Enter on a keyboard still means the first action.
  const keepFocus = (event: Event) => event.preventDefault();
  const buttonOf = ({ name, price }: Read["items"][number]) =>
    h(
      "button",
      { type: "button", class: "favourite", mousedown: keepFocus, click: () => onPick(name, minorOf(price)) },
      isolated(name),
      h("span", {}, formatMoney(price, currency, speech.locale)),
    );
  const show = (read: Read) => {
    shown = read;
    element.hidden = read.currency !== currency || read.items.length === 0;
    const addNote = h("button", { type: "button", class: "favourite", click: openNote }, texts.note);
    fill(list, [...read.items.map(buttonOf), addNote]);
  };
  const refresh = async () => {
    const read = await exchange("GET", path, {}, (body: Wire<"FavouritesResponse">) => body.favourites);
    if (read.kind === "ok" && read.value.updated_at !== shown.updated_at) show(read.value);
    return read.kind === "ok";
  };

  // What was changed while nobody looked is seen before the next tap.
  document.addEventListener("visibilitychange", () => document.hidden || void refresh());
  await refresh();
  return {
    element,
    texts,
    refresh,
    isOffered: (name, minor) =>
      !element.hidden && shown.items.some((item) => item.name === name && minorOf(item.price) === minor),
    note: () => note.value.trim(),
    forgetNote: () => {
      note.value = "";
      note.hidden = true;
    },
  };
}
