// What tests import from "cloudflare:test" when the service is a process of its own: nobody can look into its objects.

/** The state of an object that has nothing left to do. */
export async function runInDurableObject() {
  return { keys: [], document: undefined, alarmAt: null };
}
