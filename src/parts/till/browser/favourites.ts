// The favourites of the till's counter, beside the keypad: a tap adds one to the amount.
import { currencyExponent, parseAmount, USUAL_EXPONENT } from "#core/domain/money.ts";
import type { Wire } from "#core/wire/shared/wire-types.ts";
import { hasNames } from "#pages/browser/device/amount-entry.ts";
import type { Keypad } from "#pages/browser/device/keypad.ts";
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
  /** Reads them again. */
  refresh(): Promise<unknown>;
  /** Takes out what has another price by now, and says so. Returns whether all is sold at today's prices. */
  check(keypad: Keypad): Promise<boolean>;
  /** What was typed about the sale. */
  note(): string;
  setNote(note: string): void;
}

interface Options {
  speech: Speech;
  counterId: string;
  currency: string;
  /** It is hidden until there are any in the till's currency. */
  place: HTMLElement;
  onPick(name: string, minor: bigint): void;
}

export async function loadFavourites({
  speech,
  counterId,
  currency,
  place,
  onPick,
}: Options): Promise<Favourites> {
  const { texts } = await importTexts<{ texts: Texts }>("till", speech.language);
  const exponent = currencyExponent(currency) ?? USUAL_EXPONENT;
  const path = `${API}/counters/${counterId}/favourites`;
  const list = h("div", { class: "favourites", role: "group", "aria-label": texts.title });
  const note = h("input", {
    id: "note",
    type: "text",
    maxlength: "100",
    placeholder: texts.note,
    "aria-label": texts.note,
  });
  fill(place, [list, note]);
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
    place.hidden = read.currency !== currency || read.items.length === 0;
    fill(list, read.items.map(buttonOf));
  };
  const refresh = async () => {
    const read = await exchange("GET", path, {}, (body: Wire<"FavouritesResponse">) => body.favourites);
    if (read.kind === "ok" && read.value.updated_at !== shown.updated_at) show(read.value);
    return read.kind === "ok";
  };

  const isOffered = (name: string, minor: bigint) =>
    !place.hidden && shown.items.some((item) => item.name === name && minorOf(item.price) === minor);

  await refresh();
  return {
    refresh,
    check: async (keypad) => {
      if (!hasNames(keypad.entry())) return true;
      const isRead = await refresh();
      const old = isRead ? keypad.takeOut((name, minor) => !isOffered(name, minor)) : [];
      if (!isRead) keypad.warn(texts.unchecked);
      else if (old.length > 0) keypad.warn(old.map(texts.old).join(" "));
      return isRead && old.length === 0;
    },
    note: () => note.value.trim(),
    setNote: (text) => {
      note.value = text;
    },
  };
}
