import * as z from "zod/mini";
import { queryInteger } from "../shared/fields.ts";
import { documented } from "../shared/published.ts";

export const QrQuery = z.object({
  size: documented({ description: "The least width in pixels." }, queryInteger(100, 2000, 300)),
});
