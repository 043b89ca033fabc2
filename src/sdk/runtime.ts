// What runs this package.
import manifest from "./package.json" with { type: "json" };

interface Globals {
  navigator?: { userAgent?: string };
  process?: { versions?: { node?: string } };
  crypto?: object;
}

const { navigator, process } = globalThis as Globals;
const node = process?.versions?.node;
const name = navigator?.userAgent ?? (node === undefined ? "" : `Node.js/${node.split(".")[0]}`);

/** Browsers send their own, and would ask other sites whether they may send another. */
export const CLIENT: Record<string, string> =
  name === "" || name.startsWith("Mozilla/")
    ? {}
    : { "User-Agent": `${manifest.name}/${manifest.version} (${name})` };

/** Throws in a Node that lacks what the package uses. */
export function requireRuntime(): void {
  if (node === undefined) return;
  const isNew = (globalThis as Globals).crypto !== undefined && "any" in AbortSignal;
  if (!isNew) throw new Error(`${manifest.name} needs Node 20.3 or later, and this is ${node}`);
}
