// All that operators do. The guide may be shortened; no task is lost, and each is played.
import { ACCOUNTS } from "./accounts.ts";
import { DATABASES } from "./databases.ts";
import { DEPLOYMENT } from "./deployment.ts";
import { INCIDENTS } from "./incidents.ts";
import type { OperatorTask } from "./task.ts";

export const OPERATOR_TASKS: OperatorTask[] = [...DEPLOYMENT, ...INCIDENTS, ...ACCOUNTS, ...DATABASES];
