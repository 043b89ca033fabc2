// What the baseline repeats, recorded request by request.
import { setTimeout as sleep } from "node:timers/promises";
import { HOLD_PATH, type Notes, type Plan, RECORDING_PATH, type Recording } from "./recording.ts";
import { type Exchange, exchange, type RequestShape } from "./requests.ts";
import { idsFor, type Route } from "./routes.ts";
import { confirm, createIntent, pay, type Scene } from "./scene.ts";
import type { Server } from "./workerd.ts";

export type Plans = Record<string, Plan>;

export const WEBHOOKS_PLAN = "webhooks";
const QUIET_MS = 100;
const TIMEOUT_MS = 30_000;

/** Each shape of a route has a plan of its own. */
export function planName(route: Route, index: number): string {
  return `${route.name} ${index}`;
}

export async function recordPlans(recorder: Server, scene: Scene, routes: readonly Route[]): Promise<Plans> {
  const plans: Plans = {};
  for (const route of routes) {
    if (route.traffic === null) {
      plans[WEBHOOKS_PLAN] = await recordWebhook(recorder, scene);
      continue;
    }
    const traffic = route.traffic(scene);
    for (const [index, shape] of traffic.shapes.entries()) {
      const name = planName(route, index);
      // Twice, because the first request also fills what the service keeps in memory.
      for (const _ of ["first", "recorded"]) {
        const [id = ""] = await idsFor(recorder.db, traffic, 1);
        const plan = await recordPlan(recorder, shape, name, id);
        plans[name] = route.isCodeDrawn ? plan : { ...plan, code: null };
      }
    }
  }
  return plans;
}

/** What the service does for one request, with all that follows the response. */
async function recordPlan(recorder: Server, shape: RequestShape, name: string, id: string): Promise<Plan> {
  await beginRecording(recorder);
  const response = await exchange(recorder.url, shape, name, id);
  const created = createdIn(response);
  const subject = shape.path.includes("{id}") ? { subjectId: id, code: null } : created;
  return { ...(await finishRecording(recorder)), ...response, ...subject };
}

/** What the consumer of the queue does for the message of one event. */
async function recordWebhook(recorder: Server, { registry, notified, wallet }: Scene): Promise<Plan> {
  const id = await createIntent(registry, notified);
  await beginRecording(recorder);
  await confirm(registry, wallet, id);
  const recording = await finishRecording(recorder);
  const subjectId = messageIn(recording).eventId;
  return { ...recording, status: 200, headers: {}, body: "", subjectId, code: null };
}

export interface WebhookMessage extends Record<string, unknown> {
  eventId: string;
}

/** Stores an event whose webhook is still due, and returns its message. */
export async function storeDueEvent(recorder: Server, scene: Scene): Promise<WebhookMessage> {
  const { registry, notified, wallet } = scene;
  await fetch(recorder.url + HOLD_PATH, { method: "PUT" });
  await beginRecording(recorder);
  await pay(registry, notified, wallet);
  const message = messageIn(await finishRecording(recorder));
  await fetch(recorder.url + HOLD_PATH, { method: "DELETE" });
  return message;
}

function messageIn({ objects }: Recording): WebhookMessage {
  for (const step of objects.flat()) {
    if (step.kind === "send" && step.binding === "WEBHOOKS") return step.bodies[0] as WebhookMessage;
  }
  throw new Error("the service queued no webhook");
}

async function beginRecording(recorder: Server): Promise<void> {
  await finishRecording(recorder);
  await fetch(recorder.url + RECORDING_PATH, { method: "DELETE" });
}

/** Waits until nothing more is noted. */
async function finishRecording({ url }: Server): Promise<Recording> {
  const deadline = Date.now() + TIMEOUT_MS;
  let before = "";
  while (Date.now() < deadline) {
    const text = await (await fetch(url + RECORDING_PATH)).text();
    const { recording, underWay } = JSON.parse(text) as Notes;
    if (text === before && underWay === 0) return recording;
    before = text;
    await sleep(QUIET_MS);
  }
  throw new Error("the service was still busy with one request after 30 seconds");
}

interface CreatedResponse {
  payment_intent: Record<"id" | "qr_code_url" | "qr_data", string>;
}

function createdIn({ status, body }: Exchange): Pick<Plan, "subjectId" | "code"> {
  if (status !== 201) return { subjectId: null, code: null };
  const { id, qr_code_url, qr_data } = (JSON.parse(body) as CreatedResponse).payment_intent;
  return { subjectId: id, code: { image: qr_code_url, payload: qr_data } };
}
