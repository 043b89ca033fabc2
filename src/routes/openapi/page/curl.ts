import type { MediaType, OpenApiDocument, OperationObject, Parameter } from "../types.ts";

interface Request {
  method: string;
  path: string;
  operation: OperationObject;
}

/** The operation's first example as a command line. */
export function curlFor({ servers }: OpenApiDocument, { method, path, operation }: Request): string {
  const server = operation.servers?.[0]?.url ?? servers[0]?.url ?? "";
  const [type, media] = Object.entries(operation.requestBody?.content ?? {})[0] ?? [];
  const needsToken = operation.security?.some((way) => "bearer" in way);
  const lines = [
    `curl ${method === "get" ? "" : `-X ${method.toUpperCase()} `}${quoted(server + path)}`,
    ...(needsToken ? [`  -H ${quoted("Authorization: Bearer <ACCESS_TOKEN>")}`] : []),
    ...(type === undefined || media === undefined ? [] : bodyLines(type, media)),
  ];
  return lines.join(" \\\n");
}

function bodyLines(type: string, media: MediaType): string[] {
  const example = Object.values(media.examples ?? {})[0]?.value ?? {};
  if (type === "application/json") {
    return [`  -H ${quoted(`Content-Type: ${type}`)}`, `  -d ${quoted(indented(example))}`];
  }
  return Object.entries(example).map(([name, value]) => `  -d ${quoted(`${name}=${value}`)}`);
}

function indented(example: unknown): string {
  return JSON.stringify(example, null, 2).replaceAll("\n", "\n  ");
}

function quoted(text: string): string {
  return `'${text.replaceAll("'", "'\\''")}'`;
}

export function isParameter(item: object): item is Parameter {
  return "name" in item;
}
