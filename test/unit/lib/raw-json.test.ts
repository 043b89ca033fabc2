import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { findMember } from "#core/lib/json-member.ts";
import { parseExact, RawJson, rawArray, stringify } from "#core/lib/raw-json.ts";

describe("parseExact", () => {
  it("reads all as JSON.parse does, but integers beyond exact doubles as text", () => {
    const text =
      '{"a":[9007199254740991,9007199254740993,-12345678901234567890,1e30,0.1,"9007199254740993"]}';
    const [safe, ...rest] = [9007199254740991, "9007199254740993", "-12345678901234567890", 1e30, 0.1];
    expect(parseExact(text)).toEqual({ a: [safe, ...rest, "9007199254740993"] });
    expect(() => parseExact("{")).toThrow(SyntaxError);
  });
});

describe("stringify", () => {
  it("writes plain data as JSON.stringify does", () => {
    fc.assert(
      fc.property(fc.jsonValue(), (value) => {
        expect(stringify(value)).toBe(JSON.stringify(value));
      }),
    );
  });

  it.each([
    [{ a: undefined, b: 1, c: undefined }, '{"b":1}'],
    [{ a: undefined }, "{}"],
    [[undefined, 1], "[null,1]"],
    [{ a: Number.NaN, b: -0, c: Infinity }, '{"a":null,"b":0,"c":null}'],
    [JSON.parse('{"__proto__":{"a":1}}'), '{"__proto__":{"a":1}}'],
    ['\u2028\ud800"\\', '"\u2028\\ud800\\"\\\\"'],
  ])("treats %j like JSON.stringify", (value, expected) => {
    expect(stringify(value)).toBe(expected);
    expect(JSON.stringify(value)).toBe(expected);
  });

  it("writes raw text unchanged, at any depth", () => {
    const raw = new RawJson('{ "b":1.0, "a":12345678901234567890 }');
    expect(stringify({ list: [{ metadata: raw, next: null }], metadata: raw })).toBe(
      `{"list":[{"metadata":${raw.text},"next":null}],"metadata":${raw.text}}`,
    );
    expect(stringify(raw)).toBe(raw.text);
  });

  it("alone writes raw text: JSON.stringify throws, before it and after it", () => {
    const raw = new RawJson("{}");
    const alone = "RawJson is written by stringify only";
    expect(() => JSON.stringify({ raw })).toThrow(alone);
    stringify({ raw });
    expect(() => JSON.stringify({ raw })).toThrow(alone);
    expect(() => stringify({ raw, large: 1n })).toThrow(TypeError);
    expect(() => JSON.stringify({ raw })).toThrow(alone);
  });

  it("writes an array of raw texts as one", () => {
    const items = [new RawJson('{ "b":1.0 }'), new RawJson("null")];
    expect(stringify({ items: rawArray(items), none: rawArray([]) })).toBe(
      '{"items":[{ "b":1.0 },null],"none":[]}',
    );
    expect(stringify({ items: rawArray(items) })).toBe(stringify({ items }));
  });

  /** What marks the place of raw JSON while the rest is written, as a string, and with what may come before it. */
  const FORGED = [
    "\\u0061",
    '"\\u0061"',
    '\\"\\u0061"',
    '\\\\"\\u0061',
    "a",
    '"\u0001\\u0061"',
    '":"\\u0061",',
  ];

  it.each(FORGED)("takes %j in a value, a name or raw text for what it is", (text) => {
    const raw = new RawJson(JSON.stringify({ [text]: text }));
    const data = { [text]: text, list: [text, text] };
    expect(stringify({ first: raw, data, last: raw })).toBe(
      JSON.stringify({ first: { [text]: text }, data, last: { [text]: text } }),
    );
  });

  it("does not change the other members, whatever they contain", () => {
    fc.assert(
      fc.property(fc.jsonValue(), fc.jsonValue(), (other, metadata) => {
        const raw = new RawJson(JSON.stringify(metadata));
        const written = stringify({ other, metadata: raw, text: raw.text });
        expect(written).toBe(JSON.stringify({ other, metadata, text: raw.text }));
      }),
    );
  });
});

describe("findMember", () => {
  it.each([
    ["a large integer", '{"m":12345678901234567890}', "12345678901234567890"],
    ["a trailing zero", '{"m":1.0,"n":2}', "1.0"],
    ["a number beyond a double", '{"m":1e400}', "1e400"],
    ["a literal", '{"a":1,"m":null}', "null"],
    ["the last of several", '{"m":{"a":1},"m":[2]}', "[2]"],
    ["an escaped spelling", '{"\\u006d":1}', "1"],
    ["an escaped spelling after a plain one", '{"m":1,"\\u006D":2}', "2"],
    [
      "inner white space and order",
      '{ "m" :\n\t{ "b" : 1 ,\r\n "a" : [ ] } \n}',
      '{ "b" : 1 ,\r\n "a" : [ ] }',
    ],
    ["strings full of syntax", '{"x":"},\\"m\\":1","m":"{[\\\\\\"]}: \\u0022,"}', '"{[\\\\\\"]}: \\u0022,"'],
    ["an outer member, not the nested one", '{"a":{"m":1},"m":2,"b":[{"m":3}]}', "2"],
    ["a member beside an empty name", '{"":0,"m":1}', "1"],
    ["duplicate keys inside", '{"m":{"a":1,"a":2}}', '{"a":1,"a":2}'],
  ])("finds %s", (_, json, slice) => {
    expect(findMember(json, "m")).toBe(slice);
  });

  it.each(["{}", " { } ", '{"a":{"m":1}}', '{"a":"m"}', '{"a":"\\"m\\":1"}', '{"M":1}', '{"m ":1}'])(
    "finds nothing in %s",
    (json) => {
      expect(findMember(json, "m")).toBeNull();
    },
  );

  it("finds __proto__ like any other name", () => {
    expect(findMember('{"__proto__":{"a":1}}', "__proto__")).toBe('{"a":1}');
    expect(findMember("{}", "__proto__")).toBeNull();
  });

  it("agrees with JSON.parse on every member, however it is spaced and spelled", () => {
    fc.assert(
      fc.property(spacedObject, (json) => {
        const parsed: Record<string, unknown> = JSON.parse(json);
        for (const name of Object.keys(parsed)) {
          const slice = findMember(json, name);
          expect(json).toContain(slice);
          expect(slice).toBe(slice?.trim());
          expect(JSON.parse(slice ?? "")).toEqual(parsed[name]);
        }
        expect(findMember(json, "absent")).toBeNull();
      }),
      { numRuns: 500 },
    );
  });

  it("needs one pass and no stack for 64 KB of brackets, names or backslashes", () => {
    const nested = "[".repeat(32_000) + "]".repeat(32_000);
    expect(findMember(`{"a":${nested},"m":${nested}}`, "m")).toBe(nested);
    expect(findMember(`{${'"a":0,'.repeat(10_000)}"m":1}`, "m")).toBe("1");
    const backslashes = `"${"\\\\".repeat(32_000)}"`;
    expect(findMember(`{${backslashes}:${backslashes},"m":${backslashes}}`, "m")).toBe(backslashes);
  });
});

/** Object text with random white space between tokens, duplicate names and escaped spellings. */
const space = fc.string({ unit: fc.constantFrom(" ", "\t", "\n", "\r"), maxLength: 2 });
const name = fc.oneof(
  fc.constantFrom("m", "a", "__proto__", "", '"', "\\"),
  fc.string({ unit: "binary", maxLength: 5 }),
);
const spelling = fc
  .tuple(name, fc.boolean())
  .map(([text, escaped]) => (escaped ? escapeAll(text) : JSON.stringify(text)));
const value = fc.oneof(
  fc.constantFrom("12345678901234567890", "1.0", "-0", "1e400", "true", '"}],{[\\""', "[ { } , [ ] ]"),
  fc.json(),
  fc.jsonValue().map((data) => JSON.stringify(data, null, 2)),
);
const member = fc
  .tuple(space, spelling, space, space, value, space)
  .map(([s1, key, s2, s3, text, s4]) => `${s1}${key}${s2}:${s3}${text}${s4}`);
const spacedObject = fc
  .tuple(space, fc.array(member, { maxLength: 6 }), space)
  .map(([s1, members, s2]) => `${s1}{${members.join(",")}}${s2}`);

function escapeAll(text: string): string {
  const units = Array.from({ length: text.length }, (_, i) =>
    text.charCodeAt(i).toString(16).padStart(4, "0"),
  );
  return `"${units.map((unit) => `\\u${unit}`).join("")}"`;
}
