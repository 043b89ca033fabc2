import { addRows } from "#core/domain/open-list.ts";
import type { Part, PartOpenApi } from "#core/part.ts";
import type { PartGuide } from "#core/part-guide.ts";

type Lists = Part & PartOpenApi & PartGuide;

/** What the parts that have this list add to it in all. */
type Merged<Parts, List extends PropertyKey> = Intersection<
  Parts[keyof Parts] extends infer Each ? (Each extends Record<List, infer Rows> ? Rows : never) : never
>;
export type Intersection<Union> = [Union] extends [never]
  ? Record<never, never>
  : (Union extends unknown ? (each: Union) => void : never) extends (all: infer All) => void
    ? All
    : never;

export function mergeLists<Parts extends Record<string, Lists>, List extends keyof Lists>(
  parts: Parts,
  list: List,
): Merged<Parts, List> {
  return addRows({}, ...Object.values(parts).map((part) => part[list])) as Merged<Parts, List>;
}

/** What each of the functions makes of what they are all given. */
export function makeEach<Given, Made extends object>(
  makers: { [Name in keyof Made]: (given: Given) => Made[Name] },
  given: Given,
): Made {
  const made = Object.entries<(given: Given) => unknown>(makers).map(([name, make]) => [name, make(given)]);
  return Object.fromEntries(made);
}
