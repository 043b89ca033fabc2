// The building blocks of responses. Nothing is ever parsed with these schemas: they are what the OpenAPI document
// promises, and the tests hold every response to it.
import * as z from "zod/mini";
import { PaymentIntentStatus } from "./enums.ts";
import { documented } from "./openapi-notes.ts";

const about = (description?: string) => (description === undefined ? {} : { description });

export const uuid = (description?: string) => documented(about(description), z.uuid());
export const time = (description?: string) => documented(about(description), z.iso.datetime());
export const text = (description?: string) => documented(about(description), z.string());
export const integer = (description?: string) => documented(about(description), z.int());

/** By which people call a payment or a movement. */
export const numberText = () => text("What people call it, such as `#9S9WCE`. Two may have the same.");

export const nullable = <Schema extends z.ZodMiniType>(schema: Schema, description?: string) =>
  documented(about(description), z.nullable(schema));

export const FieldFault = z.object({ field: z.string(), message: z.string() });

export const RequestWarning = documented(
  "An unknown field or query parameter of the request, which was ignored, 20 of each at most; or what a repeated request found ended.",
  z.extend(FieldFault, {
    code: documented("For programs, where one has to act on the warning.", z.optional(z.string())),
  }),
);

const warnings = z.optional(z.array(RequestWarning));

/** Words alone say it: generators take a constant for an enumeration of text. */
export const always = (value: boolean) => documented(`Always ${value}.`, z.boolean());

export function responseOf<Members extends z.core.$ZodShape>(description: string, members: Members) {
  return documented(description, z.object({ success: always(true), ...members, warnings }));
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

export const SuccessResponse = responseOf("Success.", {});
export const HealthResponse = responseOf("The service and its database respond.", {
  database: z.literal("up"),
});
export const MessageResponse = responseOf("Success, with a message for people.", { message: z.string() });

export const Failure = z.object({
  success: always(false),
  error: text("For people. Some of these texts are part of the interface."),
  code: text("For programs: stable, in snake_case."),
  request_id: uuid("Equals the X-Request-Id header. Quote it when you ask for help."),
  docs_url: documented({ description: "What the code means, and what to do.", format: "uri" }, z.string()),
  payment_intent_status: documented(
    "What the payment intent is now, where that is why.",
    z.optional(PaymentIntentStatus),
  ),
  details: documented("The invalid fields of the request.", z.optional(z.array(FieldFault))),
});
