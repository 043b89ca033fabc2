// The dashboard's script, with what parts add to it.
import * as parts from "#main/parts-pages.ts";
import { start } from "#parts/dashboard/browser/main.ts";

await start(Object.values(parts));
