import * as z from "zod/mini";
import { readNumber } from "#core/lib/numbers.ts";
import { documented } from "./openapi-notes.ts";

export const PageQuery = z.object({
  page: queryInteger(1, 1_000_000, 1),
  limit: queryInteger(1, 100, 20),
});

/** A query parameter is text: only digits make an integer, so that "1e3", "0x1" and "" are refused. */
export function queryInteger(minimum: number, maximum: number, fallback: number) {
  const integer = z
    .int({ error: ({ code }) => (code === "invalid_type" ? "must be an integer" : undefined) })
    .check(z.minimum(minimum), z.maximum(maximum));
  return documented({ default: fallback }, z._default(z.pipe(z.transform(readDigits), integer), fallback));
}

function readDigits(text: unknown): unknown {
  return typeof text === "string" && /^\d{1,9}$/.test(text) ? Number(text) : text;
}

/** All control characters except tab and line breaks. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: these are what it looks for
const CONTROL = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f-\u009f]/;
const TAB_OR_LINE_BREAK = /[\t\n\r]/;

/** These reorder the text around them, so that it reads as something else. The marks for direction do not. */
const BIDI_CONTROL = /[\u202a-\u202e\u2066-\u2069]/;
/** White space, format characters, fillers: U+2800 is the empty braille pattern. */
const NOTHING_VISIBLE = /^[\p{Z}\p{C}\p{Default_Ignorable_Code_Point}\u2800]*$/u;

/** Text for people to read: whole Unicode characters, and tab and line breaks only where they are allowed. */
export function text(max: number, { isMultiline = false } = {}) {
  return z.string().check(z.maxLength(max), isReadable(isMultiline));
}

/** One line that must not be empty; surrounding white space is removed, and counts. */
export function nameText(max: number) {
  return z.string().check(
    z.maxLength(max),
    z.trim(),
    z.minLength(1),
    isReadable(false),
    z.refine((name) => name === "" || !NOTHING_VISIBLE.test(name), "must have a visible character"),
  );
}

function isReadable(isMultiline: boolean): z.core.CheckFn<string> {
  return ({ value, issues }) => {
    const report = (message: string) => issues.push({ code: "custom", input: value, message });
    if (!value.isWellFormed()) report("must not contain unpaired surrogates");
    const hasControls = CONTROL.test(value) || (!isMultiline && TAB_OR_LINE_BREAK.test(value));
    if (hasControls) report("must not contain control characters");
    if (BIDI_CONTROL.test(value)) report("must not contain characters that reorder text");
  };
}

export const Time = z.pipe(
  z.iso.datetime({ offset: true, error: "must be an ISO 8601 date-time" }),
  z.transform(Date.parse),
);

/** What people say or type of a payment or a movement. */
export const NumberText = z.pipe(
  z.string().check(z.refine((text) => readNumber(text) !== null, "must be a number, such as #9S9WCE")),
  z.transform((text) => readNumber(text)),
);

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;

/** The id in lower case; null when it is not a UUID. */
export function parseId(text: string): string | null {
  return UUID.test(text) ? text.toLowerCase() : null;
}
