import type { OpenApiDocument } from "./types.ts";

/** Live, and each audience, has no use for what only the others' operations refer to. */
export function withoutUnused(document: OpenApiDocument): OpenApiDocument {
  const text = JSON.stringify(document);
  const isUsed = (kind: string, name: string) =>
    text.includes(kind === "securitySchemes" ? `{"${name}":[]}` : `"#/components/${kind}/${name}"`);
  const components = Object.entries(document.components).map(([kind, all]) => [
    kind,
    Object.fromEntries(Object.entries(all).filter(([name]) => isUsed(kind, name))),
  ]);
  const kept = { ...document, components: Object.fromEntries(components) };
  return JSON.stringify(kept) === text ? kept : withoutUnused(kept);
}
