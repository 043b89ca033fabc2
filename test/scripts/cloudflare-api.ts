// Stands in, on loopback, for what wrangler calls of Cloudflare's API to look at an account and to create what is missing.
import { serve } from "#scripts/serve.ts";

const ID = "0123456789abcdef0123456789abcdef";
const PER_PAGE = 2;

interface RequestBody {
  name?: string;
  primary_location_hint?: string;
  jurisdiction?: string;
  queue_name?: string;
  settings?: { message_retention_period?: number };
  secrets?: object;
}

export async function startCloudflareApi() {
  const databases: { uuid: string; name: string; jurisdiction: string | null }[] = [];
  const queues: string[] = [];
  /** How long each queue keeps its messages, in seconds. */
  const retentions: (number | undefined)[] = [];
  /** What each creation said of where. */
  const places: (string | undefined)[] = [];
  /** Its keys are Workers. */
  const secrets = new Map<string, string[]>();

  function respond(route: string, page: number, body: RequestBody): unknown {
    if (route === "GET /d1/database") return databases;
    if (route === "GET /queues")
      return queues.slice(PER_PAGE * (page - 1), PER_PAGE * page).map(presentQueue);
    if (route.startsWith("POST ")) places.push(body.jurisdiction ?? body.primary_location_hint);
    if (route === "POST /queues") {
      retentions.push(body.settings?.message_retention_period);
      return queues.push(body.queue_name ?? "");
    }
    if (route === "POST /d1/database") {
      const database = {
        uuid: crypto.randomUUID(),
        name: body.name ?? "",
        jurisdiction: body.jurisdiction ?? null,
      };
      databases.push(database);
      return database;
    }
    const [, method, worker = "", rest] = /^(\w+) \/workers\/scripts\/([^/]+)(.*)$/.exec(route) ?? [];
    if (method === "PUT" && rest === "") return secrets.set(worker, []) && {};
    const known = secrets.get(worker);
    if (known === undefined) return null;
    if (method === "PATCH") known.push(...Object.keys(body.secrets ?? {}));
    return known.map((name) => ({ name, type: "secret_text" }));
  }

  const { url, close } = await serve(async (request) => {
    const { pathname, searchParams } = new URL(request.url);
    const text = await request.text();
    const body = text.startsWith("{") ? JSON.parse(text) : {};
    const route = `${request.method} ${pathname.replace(/^.*\/accounts\/account/, "")}`;
    const result = respond(route, Number(searchParams.get("page")), body);
    const errors = result === null ? [{ code: 10007, message: "This Worker does not exist." }] : [];
    const status = result === null ? 404 : 200;
    return Response.json({ success: result !== null, errors, messages: [], result }, { status });
  });
  return { url, close, retentions, places };
}

function presentQueue(queue_name: string) {
  const at = "2026-01-01T00:00:00Z";
  const counts = { producers_total_count: 0, consumers_total_count: 0 };
  return { queue_id: ID, queue_name, created_on: at, modified_on: at, ...counts };
}
