// Adds to the OpenAPI document what the parts have. As in main/add-parts.ts, the compiler completes the lists.
import { together } from "../../main/together.ts";
import * as parts from "../../sandbox/parts-openapi.ts";
import { addToDocument } from "./additions.ts";

addToDocument({
  responses: together(parts, "responses"),
  words: together(parts, "words"),
  tags: together(parts, "tags"),
  access: together(parts, "access"),
  pathIdWords: together(parts, "pathIdWords"),
  componentExamples: together(parts, "componentExamples"),
  requestExamples: together(parts, "requestExamples"),
  textExamples: together(parts, "textExamples"),
});
