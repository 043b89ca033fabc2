// Servers and load generators on processors of their own: where the system moves them about, or puts both on one, rates
// differ by a third from round to round.
import { spawnSync } from "node:child_process";
import { availableParallelism } from "node:os";

const PROCESSORS = { server: 0, generator: 1 };

/** The process's main thread; its helpers stay free. Does nothing where there is no taskset, or only one processor. */
export function pin(pid: number | undefined, role: keyof typeof PROCESSORS): void {
  if (pid === undefined || availableParallelism() < 2) return;
  spawnSync("taskset", ["--pid", "--cpu-list", String(PROCESSORS[role]), String(pid)], { stdio: "ignore" });
}
