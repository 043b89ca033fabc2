// Adds to the core's lists what the parts have. The compiler completes each list: a name that no part here gives does not compile.
import type { Part } from "../core/part.ts";
import { addRefusals } from "../http/refusals.ts";
import { addPathIds } from "../http/request.ts";
import * as parts from "./parts.ts";

type AnyPart = (typeof parts)[keyof typeof parts];
/** What the parts that have this list give together. */
type Together<List extends keyof Part> = Intersection<
  AnyPart extends infer Each ? (Each extends Record<List, infer Rows> ? Rows : never) : never
>;
type Intersection<Union> = (Union extends unknown ? (each: Union) => void : never) extends (
  all: infer All,
) => void
  ? All
  : never;

function together<List extends keyof Part>(list: List): Together<List> {
  const given = Object.values<Part>(parts).map((part) => part[list]);
  return Object.assign({}, ...given) as Together<List>;
}

addRefusals(together("refusals"));
addPathIds(together("pathIds"));
