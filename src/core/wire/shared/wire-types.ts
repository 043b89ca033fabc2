// What the OpenAPI document promises, as types: for presenters, which must keep it, and for whoever reads a response.
import type * as z from "zod/mini";
import type { RawJson } from "#core/lib/raw-json.ts";
import type { presentCustomerSession, presentSession } from "#core/wire/sessions/present-session.ts";
import type * as published from "./response-schemas.ts";

declare global {
  /** The parts' responses: each part names its own here. A fuller one takes the place of the core's of that name. */
  interface PartResponses {}
}

type Published = Omit<typeof published, keyof PartResponses> & PartResponses;

export type ResponseName = Extract<keyof Published, `${string}Response`>;

/** A response, or a part of one, by its name in the document. */
export type Wire<Name extends keyof Published> = z.output<Published[Name]>;

/** The response before it is sent, with JSON text for these members: parsing would change it. */
export type WithRaw<Value, Member extends string> = {
  [Key in keyof Value]: Key extends Member ? Value[Key] | RawJson : WithRaw<Value[Key], Member>;
};

/** The service's own pages have it: it is in no document. */
export type SessionView = ReturnType<typeof presentSession>;
export type CustomerSessionView = ReturnType<typeof presentCustomerSession>;
