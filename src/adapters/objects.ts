import type { DataLocation } from "../lib/data-location.ts";

/**
 * The only way to an object, because its name stands for another one in another jurisdiction. A new one begins near the location,
 * which is D1's: of a payment's trips one leads to the object, and three from there to D1.
 */
export function objectsOf<T extends Rpc.DurableObjectBranded | undefined>(
  namespace: DurableObjectNamespace<T>,
  { jurisdiction, location }: DataLocation,
  requireJurisdiction: () => void,
): (name: string) => DurableObjectStub<T> {
  const restricted = jurisdiction === null ? namespace : namespace.jurisdiction(jurisdiction);
  const options = location === null ? {} : { locationHint: location };
  return (name) => {
    requireJurisdiction();
    return restricted.getByName(name, options);
  };
}
