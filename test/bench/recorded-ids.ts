// A recorded text, sent again with other ids: what the recorded request made is made anew, the rest stays.
import { qrPngDataUri } from "../../src/qr/png.ts";
import type { Plan } from "./recording.ts";

/** Recorded ids, and those that stand for them. */
export type Ids = Record<string, string>;

export const UUID = /([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})/;

/** New rows are appended to the indexes, as with the service's ids. */
export function timeOrderedId(): string {
  const time = Date.now().toString(16).padStart(12, "0");
  return `${time.slice(0, 8)}-${time.slice(8)}-7${crypto.randomUUID().slice(15)}`;
}

/** Only what the recorded request made is made anew. */
export function isNewer(id: string, recordedAt: number): boolean {
  return id[14] === "7" && Number.parseInt(id.slice(0, 8) + id.slice(9, 13), 16) >= recordedAt;
}

/** The text with the ids of a request in place of the recorded ones that vary. */
export function textOf(recorded: string, isVarying: (id: string) => boolean): (ids: Ids) => string {
  const [first = "", ...rest] = recorded.split(UUID);
  const parts = [{ id: "", next: first }];
  for (let index = 0; index < rest.length; index += 2) {
    const [id = "", next = ""] = rest.slice(index, index + 2);
    const last = parts.at(-1);
    if (last === undefined || isVarying(id)) parts.push({ id, next });
    else last.next += id + next;
  }
  return (ids) => {
    let text = "";
    for (const { id, next } of parts) {
      if (id !== "") text += ids[id] ??= timeOrderedId();
      text += next;
    }
    return text;
  };
}

/** A response with the ids of a request, and with the QR code of the intent that it creates. */
export function bodyOf({ body, subjectId, code }: Plan): (ids: Ids) => string {
  const isVarying = (id: string) => id === subjectId;
  if (code === null) return textOf(body, isVarying);
  const [before = "", after = ""] = body.split(code.image, 2);
  const start = textOf(before, isVarying);
  const payload = textOf(code.payload, isVarying);
  const end = textOf(after, isVarying);
  return (ids) => `${start(ids)}${qrPngDataUri(payload(ids))}${end(ids)}`;
}
