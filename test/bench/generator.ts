// The other end of generator/process.ts.
import type { ChildProcess } from "node:child_process";
import { join } from "node:path";
import { endChild, startChild } from "../../src/scripts/child-process.ts";
import type { Job, Outcome } from "./generator/load.ts";
import type { Order, Report } from "./generator/process.ts";
import { pin } from "./pin.ts";

export interface Generator {
  receiverUrl: string;
  /** Rejects when a response has another status than expected. */
  load(job: Job): Promise<Outcome>;
  /** Call it before the webhooks are sent. Resolves to their rate per second when `count` have arrived. */
  receive(count: number): Promise<number>;
  stop(): Promise<void>;
}

const PROGRAM = join(import.meta.dirname, "generator", "process.ts");

export async function startGenerator(): Promise<Generator> {
  const stdio = ["ignore", "inherit", "inherit", "ipc"] as const;
  const child = startChild(process.execPath, [PROGRAM], { stdio: [...stdio], serialization: "advanced" });
  const ready = await next(child, "ready");
  pin(child.pid, "generator");
  return {
    receiverUrl: ready.receiverUrl,
    load: async (job) => (await carryOut(child, { kind: "load", job }, "loaded")).outcome,
    receive: async (count) => (await carryOut(child, { kind: "receive", count }, "received")).rate,
    stop: () => endChild(child, "SIGTERM"),
  };
}

function carryOut<Kind extends Report["kind"]>(child: ChildProcess, order: Order, kind: Kind) {
  const reported = next(child, kind);
  child.send(order);
  return reported;
}

type ReportOf<Kind> = Extract<Report, { kind: Kind }>;

function next<Kind extends Report["kind"]>(child: ChildProcess, kind: Kind): Promise<ReportOf<Kind>> {
  return new Promise((resolve, reject) => {
    const settle = (act: () => void) => {
      child.off("message", onMessage);
      child.off("exit", onExit);
      act();
    };
    const onMessage = (report: Report) => {
      if (report.kind === "failed") settle(() => reject(new Error(report.message)));
      else if (report.kind === kind) settle(() => resolve(report as ReportOf<Kind>));
    };
    const onExit = () => settle(() => reject(new Error("the load generator ended")));
    child.on("message", onMessage);
    child.on("exit", onExit);
  });
}
