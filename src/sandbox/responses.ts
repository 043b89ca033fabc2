import * as responses from "./wire/responses.ts";

type Responses = typeof responses;
declare global {
  interface PartResponses extends Responses {}
}

export { responses };
