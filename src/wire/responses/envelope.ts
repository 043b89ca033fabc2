// Pieces of the answers. Answers are never parsed with these schemas: they are what the document promises, and the
// contract tests hold every answer to them.
import * as z from "zod";
import { documented, named } from "../published.ts";

const about = (description?: string) => (description === undefined ? {} : { description });

export const uuid = (description?: string) => documented(about(description), z.uuid());
export const time = (description?: string) => documented(about(description), z.iso.datetime());
export const text = (description?: string) => documented(about(description), z.string());
export const integer = (description?: string) => documented(about(description), z.int());

export const nullable = <Schema extends z.ZodType>(schema: Schema, description?: string) =>
  documented(about(description), schema.nullable());

/** The name of a component, and what stands in the envelope beside `success`. */
export function responseOf<Members extends z.ZodRawShape>(id: string, members: Members) {
  return named(id, z.object({ success: z.literal(true), ...members }));
}

export const paging = {
  page: integer(),
  limit: integer(),
  total: integer("Of all pages."),
  total_pages: integer(),
};

export const Secret = (description: string) => documented({ description, format: "password" }, z.string());
export const Note = text("For whoever reads the answer by eye.");

export const SuccessResponse = responseOf("SuccessResponse", {});
export const MessageResponse = responseOf("MessageResponse", { message: z.string() });

export const Failure = named(
  "Failure",
  z.object({
    success: z.literal(false),
    error: text("For people; the wording of some is part of the interface."),
    code: text("For programs: stable, in snake_case."),
    request_id: uuid("The same as in the X-Request-Id header; name it when you ask for help."),
    details: documented(
      { description: "The fields at fault, when the request was invalid." },
      z.array(z.object({ field: z.string(), message: z.string() })).optional(),
    ),
  }),
);
