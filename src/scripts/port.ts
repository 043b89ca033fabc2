import { once } from "node:events";
import { connect } from "node:net";
import { ScriptError } from "./run.ts";

const PORT_MAX = 65_535;

/**
 * Returns the port that the environment variable names. Throws ScriptError when it cannot be used, or, of several ports,
 * one of those that follow it.
 */
export async function readFreePort(
  variable: string,
  byDefault: number,
  command: string,
  count = 1,
): Promise<number> {
  const text = process.env[variable] ?? String(byDefault);
  const port = Number(text);
  const portMax = PORT_MAX - count + 1;
  if (!/^\d+$/.test(text) || port < 1 || port > portMax)
    throw new ScriptError(`${variable} must be a number from 1 to ${portMax}, such as ${byDefault}.`);
  const used = await firstInUse(port, count);
  if (used === null) return port;
  let other = port;
  while ((await firstInUse(other, count)) !== null) other = (other % portMax) + 1;
  throw new ScriptError(
    `Port ${used} is in use: stop what runs there, or choose another port: ${variable}=${other} ${command}`,
  );
}

async function firstInUse(from: number, count: number): Promise<number | null> {
  for (let port = from; port < from + count; port++) if (await isInUse(port)) return port;
  return null;
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
