// The building blocks of responses. Nothing is ever parsed with these schemas: they are what the OpenAPI document
// promises, and the tests hold every response to it.
import * as z from "zod/mini";
import { documented, named } from "./published.ts";

const about = (description?: string) => (description === undefined ? {} : { description });

export const uuid = (description?: string) => documented(about(description), z.uuid());
export const time = (description?: string) => documented(about(description), z.iso.datetime());
export const text = (description?: string) => documented(about(description), z.string());
export const integer = (description?: string) => documented(about(description), z.int());

export const nullable = <Schema extends z.ZodMiniType>(schema: Schema, description?: string) =>
  documented(about(description), z.nullable(schema));

export const FieldFault = named("FieldFault", z.object({ field: z.string(), message: z.string() }));

const warnings = documented(
  {
    description:
      "Unknown fields and query parameters of the request, which were ignored; 20 of each at most.",
  },
  z.optional(z.array(FieldFault)),
);

/** A component, so that generated clients have one type for all responses. */
const Succeeded = named("Succeeded", z.literal(true));

/** A successful response: its component's name and description, and the members besides `success`. */
export function responseOf<Members extends z.core.$ZodShape>(
  id: string,
  description: string,
  members: Members,
) {
  return documented({ id, description }, z.object({ success: Succeeded, ...members, warnings }));
}

export const paging = {
  page: integer(),
  limit: integer(),
  total: integer("Over all pages."),
  total_pages: integer(),
};

export const NextCursor = nullable(z.string(), "Send it as `cursor` for the next page; null on the last.");

export const Secret = (description: string) => documented({ description, format: "password" }, z.string());
export const Note = text("A hint for a person who reads the response.");

export const SuccessResponse = responseOf("SuccessResponse", "Success.", {});
export const HealthResponse = responseOf("HealthResponse", "The service and its database respond.", {
  database: z.literal("up"),
});
export const MessageResponse = responseOf("MessageResponse", "Success, with a message for people.", {
  message: z.string(),
});

export const Failure = named(
  "Failure",
  z.object({
    success: z.literal(false),
    error: text("For people. Some of these texts are part of the interface."),
    code: text("For programs: stable, in snake_case."),
    request_id: uuid("Equals the X-Request-Id header. Quote it when you ask for help."),
    details: documented(
      { description: "The invalid fields of the request." },
      z.optional(z.array(FieldFault)),
    ),
  }),
);
