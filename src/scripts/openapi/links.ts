// The document's `links`: where a response has an id that the path of another operation asks for, it leads there.
import type { PathIdName } from "../../core/http/request.ts";
import { ACCESS, type DescribedRoute } from "./operations.ts";
import { PATH_IDS, pathIds } from "./parameters.ts";
import { componentSchemas } from "./schemas.ts";
import type { JsonSchema, Link } from "./types.ts";

/** By the name of an id, the JSON pointer to it. */
type Pointers = Partial<Record<PathIdName, string>>;

const TOKEN_OPERATION = "getToken";
/** The form as text: openapi-generator takes a document with anything else for not valid. */
const CREDENTIALS =
  "grant_type=client_credentials&client_id={$response.body#/client_id}&client_secret={$response.body#/client_secret}";

let schemas: Record<string, JsonSchema> | undefined;

/** Has to be called after the parts have added theirs. */
function resolved(schema: JsonSchema = {}): JsonSchema {
  schemas ??= componentSchemas();
  return schema.$ref === undefined ? schema : (schemas[schema.$ref.split("/").at(-1) ?? ""] ?? {});
}

/** The links of a response whose body is this component. Their keys are the operations to which they lead. */
export function linksOf(
  route: DescribedRoute,
  body: string,
  all: readonly DescribedRoute[],
): Record<string, Link> {
  const given = pathIds(route.path);
  const gained = pointersIn(body, (name) => !given.includes(name));
  const targets = all.filter((target) => isForAllOf(route, target));
  const links = targets.flatMap((target): [string, Link][] => {
    const { operationId, parameters } = linkTo(target, given, gained);
    const names = Object.keys(parameters);
    const isComplete = pathIds(target.path).every(
      (name) => names.includes(name) || !isKnown(name, target, all),
    );
    return names.some((name) => name in gained) && isComplete
      ? [[operationId, { operationId, parameters }]]
      : [];
  });
  return Object.fromEntries([...links, ...tokenLinks(body, targets)]);
}

function linkTo(target: DescribedRoute, given: readonly PathIdName[], gained: Pointers) {
  const known = pathIds(target.path).flatMap((name): [string, string][] => {
    if (gained[name] !== undefined) return [[name, `$response.body#${gained[name]}`]];
    return given.includes(name) ? [[name, `$request.path.${name}`]] : [];
  });
  return { operationId: target.operation.id, parameters: Object.fromEntries(known) };
}

/** Whoever reads about the one operation can read about the other. */
function isForAllOf(route: DescribedRoute, target: DescribedRoute): boolean {
  const theirs = ACCESS[target.access ?? "anyone"].audiences;
  return ACCESS[route.access ?? "anyone"].audiences.every((audience) => theirs.includes(audience));
}

/** An id that no response has, such as a user's for administrators, is left to the caller. */
function isKnown(name: PathIdName, target: DescribedRoute, all: readonly DescribedRoute[]): boolean {
  return all.some(
    (route) =>
      isForAllOf(route, target) &&
      !pathIds(route.path).includes(name) &&
      bodiesOf(route).some((body) => name in pointersIn(body, (other) => other === name)),
  );
}

function bodiesOf({ operation }: DescribedRoute): string[] {
  return Object.values(operation.responds).filter((body) => body !== null);
}

function pointersIn(body: string, isWanted: (name: PathIdName) => boolean): Pointers {
  const { properties = {} } = resolved({ $ref: body });
  const pointers: Pointers = {};
  for (const [id, { from }] of Object.entries(PATH_IDS)) {
    const pointer = from.map((member) => pointerTo(member, properties)).find((found) => found !== undefined);
    if (pointer !== undefined && isWanted(id as PathIdName)) pointers[id as PathIdName] = pointer;
  }
  return pointers;
}

/** The member is an id, or an object or a list of objects that have one: `id`, unless it names another. */
function pointerTo(member: string, properties: Record<string, JsonSchema>): string | undefined {
  const [name = "", field = "id"] = member.split(".");
  const schema = resolved(properties[name]);
  if (schema.type === "string") return `/${name}`;
  const place = schema.type === "array" ? `/${name}/0` : `/${name}`;
  const { properties: fields = {} } = schema.type === "array" ? resolved(schema.items) : schema;
  return field in fields ? `${place}/${field}` : undefined;
}

function tokenLinks(body: string, targets: readonly DescribedRoute[]): [string, Link][] {
  const { properties = {} } = resolved({ $ref: body });
  const isOfClient = "client_id" in properties && "client_secret" in properties;
  const token = targets.find(({ operation }) => operation.id === TOKEN_OPERATION);
  if (!isOfClient || token === undefined) return [];
  return [[TOKEN_OPERATION, { operationId: TOKEN_OPERATION, requestBody: CREDENTIALS }]];
}
