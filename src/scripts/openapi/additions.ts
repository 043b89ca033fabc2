import { addRows } from "../../core/domain/open-list.ts";
import type { PartOpenApi } from "../../core/part.ts";
import { addExamples } from "./examples.ts";
import { OPERATION_WORDS } from "./operation-words.ts";
import { addAccess } from "./operations.ts";
import { addPathIdWords } from "./parameters.ts";
import { addResponses } from "./schemas.ts";
import { addTags } from "./words.ts";

interface Additions extends Required<PartOpenApi> {
  responses: Parameters<typeof addResponses>[0];
  extendedResponses: Parameters<typeof addResponses>[1];
  access: Parameters<typeof addAccess>[0];
  pathIdWords: Parameters<typeof addPathIdWords>[0];
}

/** Called once, where the parts are composed, before a document is made. */
export function addToDocument(ofParts: Additions): void {
  addResponses(ofParts.responses, ofParts.extendedResponses);
  addRows(OPERATION_WORDS, ofParts.words);
  addTags(ofParts.tags);
  addAccess(ofParts.access);
  addPathIdWords(ofParts.pathIdWords);
  addExamples(ofParts);
}
