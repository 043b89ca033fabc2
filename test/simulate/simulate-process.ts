import { execFile } from "node:child_process";
import { promisify } from "node:util";

const execute = promisify(execFile);

/** What `npm run simulate` prints. Rejects when it ends with a status other than 0. */
export async function simulate(...options: string[]): Promise<string> {
  const { stdout } = await execute(process.execPath, ["test/simulate/simulate.ts", ...options]);
  return stdout;
}
