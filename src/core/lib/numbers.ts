// The number by which people call a payment or a movement, such as #9S9WCE: six symbols, of when on its day it was created and of
// its id. Nothing stores it, and it is no key: another may have the same. It is printed and remembered, so it never changes.
//
// Twelve of its 30 bits are the 5.3 seconds of a quarter of a day, and the others a hash of the id. With the time, a search reads only
// what was created in these seconds of a quarter: 1 of 4,096 payments. The hash alone tells apart what is created at nearly the same
// time, and a quarter spreads a shop's rush hours over nearly all times that there are, where a whole day would leave most unused.
// At 1,000 payments a day, two have one number 0.2 times a year where they are spread evenly, and 0.5 if all are within two hours.
import { PAIRING_SYMBOLS, symbolsIn } from "./pairing-code.ts";

const HOUR_MS = 3_600_000;
const QUARTER_MS = 6 * HOUR_MS;
/** So long a time is looked through for a number: 31 days, of which one may have an hour more where clocks are changed. */
export const NUMBER_MS_MAX = (31 * 24 + 1) * HOUR_MS;
const TIMES = 2 ** 12;
const HASH_BITS = 18;
const LAST = 2 ** 30 - 1;
const SYMBOL_BITS = 5;
const LENGTH = 6;

/** With their inverses: each multiplication maps the numbers below 2^30 to each other, so that neighbours are far apart. */
const ODD = [0x2c1b3c6d, 0x297a2d39] as const;
const INVERSES = [inverseOf(ODD[0]), inverseOf(ODD[1])] as const;

export interface Born {
  createdAt: number;
  id: string;
}

export function numberOf({ createdAt, id }: Born): string {
  const timeAndHash = timeOf(createdAt) * 2 ** HASH_BITS + hashOf(id);
  const mixed = folded(times(folded(times(timeAndHash, ODD[0])), ODD[1]));
  const symbols = Array.from({ length: LENGTH }, (_, at) => {
    const shift = SYMBOL_BITS * (LENGTH - 1 - at);
    return PAIRING_SYMBOLS[(mixed >>> shift) % PAIRING_SYMBOLS.length];
  });
  return `#${symbols.join("")}`;
}

/** Returns the number as it is shown, however it was typed; null when the text cannot be one. */
export function readNumber(text: string): string | null {
  const symbols = symbolsIn(text.replace(/^\s*#/, ""));
  const isNumber = symbols.length === LENGTH && [...symbols].every((each) => PAIRING_SYMBOLS.includes(each));
  return isNumber ? `#${symbols}` : null;
}

/** `to` is exclusive. */
export interface Times {
  from: number;
  to: number;
}

/** When what has this number may have been created in this time, the latest first. */
export function timesOfNumber(number: string, { from, to }: Times): Times[] {
  const mixed = [...number.slice(1)].reduce(
    (value, symbol) => value * PAIRING_SYMBOLS.length + PAIRING_SYMBOLS.indexOf(symbol),
    0,
  );
  const timeAndHash = times(folded(times(folded(mixed), INVERSES[1])), INVERSES[0]);
  const time = timeAndHash >>> HASH_BITS;
  const [begin, end] = [startOf(time), startOf(time + 1)];
  const found: Times[] = [];
  for (let quarter = Math.floor(to / QUARTER_MS); (quarter + 1) * QUARTER_MS > from; quarter--) {
    const start = quarter * QUARTER_MS;
    const part = { from: Math.max(from, start + begin), to: Math.min(to, start + end) };
    if (part.from < part.to) found.push(part);
  }
  return found;
}

/** Which of the 5.3 seconds of its quarter of a day it is. */
function timeOf(at: number): number {
  return Math.floor(((at % QUARTER_MS) * TIMES) / QUARTER_MS);
}

function startOf(time: number): number {
  return Math.ceil((time * QUARTER_MS) / TIMES);
}

/** FNV-1a, and the last step of MurmurHash3: an id from a time has few bits that differ. */
function hashOf(id: string): number {
  let hash = 0x811c9dc5;
  for (let at = 0; at < id.length; at++) hash = Math.imul(hash ^ id.charCodeAt(at), 0x01000193);
  hash = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b);
  hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2ae35);
  return (hash ^ (hash >>> 16)) >>> (32 - HASH_BITS);
}

function times(value: number, factor: number): number {
  return Math.imul(value, factor) & LAST;
}

/** Brings the upper half into the lower one; twice, it is as it was. */
function folded(value: number): number {
  return value ^ (value >>> 15);
}

/** By Newton's method: each step doubles how many bits are right, and three are at the beginning. */
function inverseOf(odd: number): number {
  let inverse = odd;
  for (let bits = 3; bits < 30; bits *= 2) inverse = Math.imul(inverse, 2 - Math.imul(odd, inverse));
  return inverse & LAST;
}
