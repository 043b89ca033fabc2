// The process that generates the load and receives the webhooks, apart from the one that measures.
import { generateLoad, type Job, type Outcome } from "./load.ts";
import { startReceiver } from "./receiver.ts";

export type Order = { kind: "load"; job: Job } | { kind: "receive"; count: number };
export type Report =
  | { kind: "ready"; receiverUrl: string }
  | { kind: "loaded"; outcome: Outcome }
  | { kind: "received"; rate: number }
  | { kind: "failed"; message: string };

const report = (message: Report) => process.send?.(message);
const receiver = await startReceiver();

async function carryOut(order: Order): Promise<Report> {
  switch (order.kind) {
    case "load":
      return { kind: "loaded", outcome: await generateLoad(order.job) };
    case "receive":
      return { kind: "received", rate: await receiver.receive(order.count) };
  }
}

process.on("message", (order: Order) => {
  carryOut(order).then(report, (error: Error) => report({ kind: "failed", message: error.message }));
});
process.on("disconnect", () => process.exit());
report({ kind: "ready", receiverUrl: receiver.url });
