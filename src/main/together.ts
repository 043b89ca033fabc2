import type { Part, PartOpenApi } from "../core/part.ts";

/** What those of the parts that have this list give together. */
type Together<Parts, List extends PropertyKey> = Intersection<
  Parts[keyof Parts] extends infer Each ? (Each extends Record<List, infer Rows> ? Rows : never) : never
>;
type Intersection<Union> = [Union] extends [never]
  ? Record<never, never>
  : (Union extends unknown ? (each: Union) => void : never) extends (all: infer All) => void
    ? All
    : never;

export function together<
  Parts extends Record<string, Part & PartOpenApi>,
  List extends keyof (Part & PartOpenApi),
>(parts: Parts, list: List): Together<Parts, List> {
  const given = Object.values(parts).map((part) => part[list]);
  return Object.assign({}, ...given) as Together<Parts, List>;
}
