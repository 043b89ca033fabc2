// Adds to the OpenAPI document what the parts have. As in main/add-parts.ts, the compiler completes the lists.
import { mergeLists } from "../../main/merge-lists.ts";
import * as parts from "../../sandbox/parts-openapi.ts";
import { addToDocument } from "./additions.ts";

addToDocument({
  responses: mergeLists(parts, "responses"),
  extendedResponses: mergeLists(parts, "extendedResponses"),
  words: mergeLists(parts, "words"),
  tags: mergeLists(parts, "tags"),
  access: mergeLists(parts, "access"),
  pathIdWords: mergeLists(parts, "pathIdWords"),
  componentExamples: mergeLists(parts, "componentExamples"),
  requestExamples: mergeLists(parts, "requestExamples"),
  textExamples: mergeLists(parts, "textExamples"),
});
