import * as z from "zod";
import { documented } from "../published.ts";
import { queryInteger } from "./fields.ts";

export const QrQuery = z.object({
  size: documented({ description: "The least width in pixels." }, queryInteger(100, 2000, 300)),
});
