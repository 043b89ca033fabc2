import { OPERATOR_TASKS } from "../../support/operator-tasks/tasks.ts";

const START = "npm run start:live";

/** The guide's commands for the second terminal, in order. */
export function guideCommands(): string {
  const task = OPERATOR_TASKS.find(({ commands }) => commands.includes(START));
  const commands = task?.commands.filter((command) => !command.includes(START)) ?? [];
  return commands.map((command) => `${command}\n`).join("");
}
