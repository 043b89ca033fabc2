// zod's messages, worded to follow the field's name: "amount must be a number". Imported for its effect. A schema's own
// message takes precedence.
import * as z from "zod/mini";

z.config({ customError: describeIssue });

const FORMATS: Record<string, string> = {
  email: "a valid email address",
  uuid: "a valid UUID",
};

function describeIssue(issue: z.core.$ZodRawIssue): string | undefined {
  switch (issue.code) {
    case "invalid_type":
      return issue.input === undefined ? "is required" : `must be ${withArticle(issue.expected)}`;
    case "too_small":
      return isSized(issue.origin)
        ? `must have at least ${sized(issue.minimum, issue.origin)}`
        : `must be at least ${issue.minimum}`;
    case "too_big":
      return isSized(issue.origin)
        ? `must have at most ${sized(issue.maximum, issue.origin)}`
        : `must be at most ${issue.maximum}`;
    case "invalid_format":
      return `must be ${FORMATS[issue.format] ?? "valid"}`;
    case "invalid_value":
      return issue.input === undefined ? "is required" : `must be one of ${issue.values.join(", ")}`;
    default:
      return undefined;
  }
}

function isSized(origin: string): boolean {
  return origin === "string" || origin === "array";
}

function sized(count: number | bigint, origin: string): string {
  const noun = origin === "array" ? "item" : "character";
  return `${count} ${noun}${Number(count) === 1 ? "" : "s"}`;
}

/** Uses JSON's names for types. */
function withArticle(type: string): string {
  if (type === "int") return "an integer";
  if (type === "record") return "an object";
  return /^[aeiou]/.test(type) ? `an ${type}` : `a ${type}`;
}
