import type { Context } from "hono";
import { log } from "#core/lib/log.ts";
import type { AppEnv } from "./app-env.ts";

export const NDJSON = "application/x-ndjson; charset=utf-8";

/**
 * A file that is made while it is sent. The first chunk is awaited, so that a failure before it still gets an error
 * response; a later one is logged and breaks the connection off, so that nobody takes what was sent for the whole.
 */
export async function respondWithFile(
  c: Context<AppEnv>,
  name: string,
  type: string,
  chunks: AsyncGenerator<string>,
): Promise<Response> {
  let next = await chunks.next();
  const requestId = c.get("requestId");
  const stream = new ReadableStream<string>({
    async pull(controller) {
      if (next.done === true) return controller.close();
      controller.enqueue(next.value);
      try {
        next = await chunks.next();
      } catch (error) {
        log("error", "response_broken_off", { request_id: requestId, error });
        // Its message is left out: the platform logs it, and it may have a statement's parameters.
        controller.error(new Error("the response was broken off"));
      }
    },
    async cancel() {
      await chunks.return(undefined);
    },
  });
  return c.body(stream.pipeThrough(new TextEncoderStream()), 200, {
    "Content-Type": type,
    "Content-Disposition": `attachment; filename="${name}"`,
  });
}
