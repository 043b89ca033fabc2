import type { DataLocation } from "#core/lib/data-location.ts";

/**
 * The only way to objects, because a name stands for another one in another jurisdiction. A new one begins near the location,
 * which is D1's: of a payment's trips one leads to the object, and three from there to D1.
 */
export function reachObjects({ jurisdiction, location }: DataLocation, requireJurisdiction: () => void) {
  const options = location === null ? {} : { locationHint: location };
  return <T extends Rpc.DurableObjectBranded | undefined>(namespace: DurableObjectNamespace<T>) => {
    const restricted = jurisdiction === null ? namespace : namespace.jurisdiction(jurisdiction);
    return (name: string): DurableObjectStub<T> => {
      requireJurisdiction();
      return restricted.getByName(name, options);
    };
  };
}
