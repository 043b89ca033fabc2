import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { canonicalJson } from "#core/lib/canonical-json.ts";

/** A value whose numbers are exact: an integer times a power of ten. */
type Exact =
  | null
  | boolean
  | string
  | { digits: bigint; power: number }
  | { items: Exact[] }
  | { members: [string, Exact][] };

/** Chooses among spellings. */
type Choose = (count: number) => number;

const { value: exact } = fc.letrec<{ value: Exact }>((tie) => ({
  value: fc.oneof(
    { maxDepth: 4, depthSize: "small" },
    fc.constantFrom(null, true, false),
    fc.string({ unit: "binary", maxLength: 8 }),
    fc.record({ digits: fc.bigInt(-(10n ** 30n), 10n ** 30n), power: fc.integer({ min: -40, max: 40 }) }),
    fc.record({ items: fc.array(tie("value"), { maxLength: 4 }) }),
    fc.record({
      members: fc.uniqueArray(fc.tuple(fc.string({ unit: "binary", maxLength: 4 }), tie("value")), {
        maxLength: 4,
        selector: ([name]) => name,
      }),
    }),
  ),
}));

function spell(value: Exact, choose: Choose): string {
  const space = () => ["", " ", "\t", "\r\n "][choose(4)];
  const join = (parts: string[], [open, close]: string) =>
    `${open}${space()}${parts.join(`${space()},${space()}`)}${space()}${close}`;
  if (value === null || typeof value === "boolean") return String(value);
  if (typeof value === "string") return spellString(value, choose);
  if ("digits" in value) return spellNumber(value, choose);
  if ("items" in value)
    return join(
      value.items.map((item) => spell(item, choose)),
      "[]",
    );
  const members = value.members.map(
    ([name, member]) => `${spellString(name, choose)}${space()}:${space()}${spell(member, choose)}`,
  );
  return join(choose(2) === 0 ? members.toReversed() : members, "{}");
}

function spellString(text: string, choose: Choose): string {
  const units = Array.from({ length: text.length }, (_, index) => {
    const unit = text.charCodeAt(index).toString(16).padStart(4, "0");
    return `\\u${choose(2) === 0 ? unit : unit.toUpperCase()}`;
  });
  return choose(2) === 0 ? JSON.stringify(text) : `"${units.join("")}"`;
}

function spellNumber({ digits, power }: { digits: bigint; power: number }, choose: Choose): string {
  const zeros = choose(4);
  const [sign, written] = [digits < 0n ? "-" : "", `${digits < 0n ? -digits : digits}${"0".repeat(zeros)}`];
  const shift = written === "0" || written.startsWith("0") ? 0 : choose(written.length);
  const point = written.length - shift;
  const text = shift === 0 ? written : `${written.slice(0, point)}.${written.slice(point)}`;
  const [mark, plus] = [["e", "E"][choose(2)], choose(2) === 0 && power - zeros + shift >= 0 ? "+" : ""];
  const whole = written.startsWith("0") ? "0" : text;
  return `${sign}${whole}${mark}${plus}${power - zeros + shift}`;
}

const choices = fc.infiniteStream(fc.nat());
const chooseFrom = (stream: Iterator<number>) => (count: number) => (stream.next().value ?? 0) % count;

describe("canonicalJson", () => {
  it("is the same for all orders, spacings and spellings of a value", () => {
    fc.assert(
      fc.property(exact, choices, choices, (value, one, other) => {
        const [left, right] = [spell(value, chooseFrom(one)), spell(value, chooseFrom(other))];
        expect(canonicalJson(left), `${left} and ${right}`).toBe(canonicalJson(right));
      }),
      { numRuns: 500 },
    );
  });

  it("keeps what JSON.parse reads, where doubles are exact", () => {
    fc.assert(
      fc.property(fc.jsonValue(), (value) => {
        const json = JSON.stringify(value);
        expect(JSON.parse(canonicalJson(json))).toEqual(JSON.parse(json));
      }),
      { numRuns: 300 },
    );
  });

  it("differs by each of 30 digits", () => {
    const digits = "123456789012345678901234567891";
    for (let at = 0; at < digits.length; at++) {
      const changed = `${digits.slice(0, at)}${(Number(digits[at]) + 1) % 10}${digits.slice(at + 1)}`;
      for (const form of [
        (text: string) => `{"a":${text.replace(/^0/, "9")}}`,
        (text: string) => `[0.${text}]`,
      ])
        expect(canonicalJson(form(changed))).not.toBe(canonicalJson(form(digits)));
    }
  });

  it.each([
    ['{"a":"x"}', '{"a":"X"}'],
    ['{"a":"x"}', '{"A":"x"}'],
    ['{"a":"é"}', '{"a":"e\u0301"}'],
    ['{"a":1}', '{"a":"1"}'],
    ['{"a":1}', '{"a":true}'],
    ['{"a":1}', '{"a":-1}'],
    ['{"a":1}', '{"a":[1]}'],
    ['{"a":null}', "{}"],
    ['{"a":{}}', '{"a":[]}'],
    ["[1,2]", "[2,1]"],
    ["[[1],2]", "[[1,2]]"],
    ['["a,b"]', '["a","b"]'],
    ["1e400", "1e401"],
    [`1e${"9".repeat(30)}`, `1e${"9".repeat(29)}8`],
    ['{"a":"\\ud800"}', '{"a":"\ufffd"}'],
  ])("differs between %s and %s", (left, right) => {
    expect(canonicalJson(left)).not.toBe(canonicalJson(right));
  });

  it.each([
    ["0", "-0.0e5"],
    ["1e400", "10.00E+399"],
    ["0.1", "1e-1"],
    [`1e${"9".repeat(30)}`, `10e${"9".repeat(29)}8`],
    ['{"__proto__":1,"b":[]}', ' { "b" : [ ] , "\\u005f_proto__" : 1.0 } '],
    ['"\\/\\u00e9\\n"', '"/é\\u000A"'],
  ])("is one for %s and %s", (left, right) => {
    expect(canonicalJson(left)).toBe(canonicalJson(right));
  });

  it("leaves an object as it is written in which a name stands twice", () => {
    const twice = '{ "a":1.0, "\\u0061":2 }';
    expect(canonicalJson(`[ ${twice},{"c":1 ,"b":${twice}}]`)).toBe(`[${twice},{"b":${twice},"c":1e0}]`);
    expect(canonicalJson(twice)).not.toBe(canonicalJson('{"a":1,"a":2}'));
  });

  it("takes no longer for 16 KB of zeros, digits or backslashes than for other text", () => {
    const size = 16_000;
    for (const json of [
      `[0.${"0".repeat(size)}1,1${"0".repeat(size)}1]`,
      `1e${"9".repeat(size)}`,
      `"${"\\\\".repeat(size / 2)}"`,
      `[${"1e9,".repeat(size / 4)}0]`,
    ]) {
      const start = performance.now();
      canonicalJson(json);
      expect(performance.now() - start).toBeLessThan(500);
    }
  });
});
