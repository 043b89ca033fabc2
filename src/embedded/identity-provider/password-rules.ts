// Which passwords are refused. What is left of a password without common words, sequences and the user's own data must
// still be hard to guess.

export const PASSWORD_LENGTH_MIN = 12;
export const PASSWORD_LENGTH_MAX = 200;
/** Different characters, so that repeating a few gains nothing. */
const UNGUESSABLE_CHARACTERS_MIN = 6;

/** What the most common passwords are made of, in lower case and without digits. */
const COMMON_WORDS = (
  "password passwort passwd passphrase passcode pass secret login signin logon admin administrator root user " +
  "username guest owner manager test testing temp temporary demo sample default changeme change letmein welcome " +
  "hello hallo bonjour access private security secure account office company business shop store merchant " +
  "payments payment dashboard money bank cash dollar iloveyou love loveme lovely lover forever family friend " +
  "mother father sister brother baby angel princess prince queen king master boss god jesus christ heaven " +
  "blessed faith hope dream smile happy lucky sunshine sunny moon star stars starwars matrix pokemon batman " +
  "superman spiderman ironman naruto hunter ranger killer ninja warrior shadow dragon monkey tiger tigger lion " +
  "eagle falcon wolf bear bulldog dog doggy cat kitty kitten puppy horse pony rabbit bunny butterfly dolphin " +
  "phoenix football soccer baseball basketball hockey tennis golf liverpool arsenal chelsea barcelona madrid " +
  "yankees cowboys lakers steelers michael michelle jordan jennifer jessica ashley amanda nicole daniel david " +
  "robert thomas george andrew matthew joshua anthony charlie buster maggie junior william richard summer " +
  "winter spring autumn january february march april june july august september october november december " +
  "monday tuesday wednesday thursday friday saturday sunday purple orange yellow silver golden black white red " +
  "green blue pink diamond crystal flower rose cookie cheese chocolate banana apple cherry pepper ginger coffee " +
  "computer internet google facebook samsung windows android iphone mustang ferrari porsche mercedes corvette " +
  "harley yamaha trustno whatever nothing something freedom thunder please opensesame abracadabra"
).split(" ");

/** Runs along a keyboard or through the alphabet, in either direction. */
const SEQUENCES = [
  "abcdefghijklmnopqrstuvwxyz",
  "01234567890",
  "qwertyuiop",
  "qwertzuiop",
  "azertyuiop",
  "asdfghjkl",
  "zxcvbnm",
  "1qaz2wsx3edc4rfv5tgb",
  "!@#$%^&*()",
];
const SEQUENCE_LENGTH_MIN = 4;
/** Years, dates and characters that are appended to satisfy a rule. */
const SHORT_NUMBER = /(?<!\d)\d{1,4}(?!\d)/g;
const OWN_WORD_LENGTH_MIN = 3;

const DISGUISES: Record<string, string> = { 0: "o", 3: "e", 4: "a", 5: "s", 7: "t", 8: "b", 9: "g" };
const READINGS = ["i", "l"].map(
  (one): Record<string, string> => ({
    ...DISGUISES,
    1: one,
    "!": one,
    "|": one,
    "@": "a",
    $: "s",
    "+": "t",
  }),
);

export interface PasswordOwner {
  email: string;
  businessName: string;
}

export type PasswordFault = "too_short" | "too_long" | "too_common" | "own_words";

/** Null when the password is accepted. Counts code points: an emoji is one character. */
export function findPasswordFault(password: string, owner: PasswordOwner): PasswordFault | null {
  const { length } = [...password];
  if (length < PASSWORD_LENGTH_MIN) return "too_short";
  if (length > PASSWORD_LENGTH_MAX) return "too_long";
  const text = plain(password);
  if (countUnguessable(text, COMMON_WORDS) < UNGUESSABLE_CHARACTERS_MIN) return "too_common";
  const words = [...COMMON_WORDS, ...ownWords(owner)];
  return countUnguessable(text, words) < UNGUESSABLE_CHARACTERS_MIN ? "own_words" : null;
}

/** Lower case, without accents; full-width and other forms of a character become the usual one. */
function plain(text: string): string {
  return text.normalize("NFKD").replace(/\p{M}/gu, "").toLowerCase();
}

function ownWords({ email, businessName }: PasswordOwner): string[] {
  const sources = [...plain(email).split("@"), plain(businessName)];
  const words = sources.flatMap((source) => {
    const parts = source.split(/[^\p{L}\p{N}]+/u);
    return [source, parts.join(""), ...parts];
  });
  return words.filter((word) => [...word].length >= OWN_WORD_LENGTH_MIN);
}

/** How many different characters are left when words, sequences, short numbers and spaces are taken away. */
function countUnguessable(text: string, words: readonly string[]): number {
  // Indexed by code unit, because all readings have the same length.
  const isGuessable = Array.from({ length: text.length }, () => false);
  const mark = (start: number, length: number) => isGuessable.fill(true, start, start + length);
  const readings = [
    text,
    ...READINGS.map((reading) => text.replace(/[^a-z]/g, (sign) => reading[sign] ?? sign)),
  ];
  for (const word of words) {
    for (const reading of readings) {
      for (let at = reading.indexOf(word); at >= 0; at = reading.indexOf(word, at + 1)) mark(at, word.length);
    }
  }
  for (let at = 0; at + SEQUENCE_LENGTH_MIN <= text.length; at++) {
    if (isSequence(text.slice(at, at + SEQUENCE_LENGTH_MIN))) mark(at, SEQUENCE_LENGTH_MIN);
  }
  for (const { index, 0: number } of text.matchAll(SHORT_NUMBER)) mark(index, number.length);
  for (const { index, 0: space } of text.matchAll(/\s+/g)) mark(index, space.length);
  const left = Array.from(isGuessable, (guessable, at) => (guessable ? " " : (text[at] ?? " "))).join("");
  return new Set(left.replaceAll(" ", "")).size;
}

function isSequence(text: string): boolean {
  const backwards = [...text].reverse().join("");
  return SEQUENCES.some((sequence) => sequence.includes(text) || sequence.includes(backwards));
}
