import { once } from "node:events";
import { connect } from "node:net";
import { ScriptError } from "./run.ts";

const PORT_MAX = 65_535;

/** Returns the port that the environment variable names. Throws ScriptError when it cannot be used. */
export async function readFreePort(variable: string, byDefault: number, command: string): Promise<number> {
  const text = process.env[variable] ?? String(byDefault);
  const port = Number(text);
  if (!/^\d+$/.test(text) || port < 1 || port > PORT_MAX)
    throw new ScriptError(`${variable} must be a number from 1 to ${PORT_MAX}, such as ${byDefault}.`);
  if (!(await isInUse(port))) return port;
  let other = port;
  while (await isInUse(other)) other = (other % PORT_MAX) + 1;
  throw new ScriptError(
    `Port ${port} is in use: stop what runs there, or choose another port: ${variable}=${other} ${command}`,
  );
}

async function isInUse(port: number): Promise<boolean> {
  return (await isListening(port, "127.0.0.1")) || (await isListening(port, "::1"));
}

async function isListening(port: number, host: string): Promise<boolean> {
  const socket = connect({ port, host });
  try {
    await once(socket, "connect");
    return true;
  } catch {
    return false;
  } finally {
    socket.destroy();
  }
}
