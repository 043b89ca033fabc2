// MASTER_KEY: that everything sealed opens, and that the copy kept here is the one in use.
import { masterKeyId } from "../../lib/seal.ts";
import { type Check, type Finding, judge } from "./check.ts";
import type { MasterKeys, Service } from "./service.ts";

interface Keys {
  deployed: MasterKeys;
  /** The ids of the keys known here; null when none is known. */
  here: string[] | null;
}

const CHECKS: Check<Keys>[] = [
  {
    name: "master-key.opens-all",
    fault: ({ deployed }) => {
      const lost = deployed.filter(({ status }) => status === "missing");
      return lost.length === 0
        ? null
        : lost
            .map(({ id, values }) => `${values} values are sealed under ${id}, which is not configured`)
            .join("; ");
    },
    fix: "Put that key back behind the first one: `MASTER_KEY=new,old`. Then run `npm run reseal`.",
  },
  {
    name: "master-key.one-in-use",
    fault: ({ deployed }) => {
      const old = deployed.filter(({ status }) => status === "old");
      if (old.length === 0) return null;
      const values = old.reduce((sum, key) => sum + key.values, 0);
      return values === 0
        ? "an old key is configured that seals nothing"
        : `${values} values are under an old key`;
    },
    fix: "Finish the rotation: run `npm run reseal` until nothing is under it, then remove the old key.",
    isAdvice: true,
  },
  {
    name: "master-key.kept",
    fault: ({ deployed, here }) => {
      const current = deployed.find(({ status }) => status === "current")?.id;
      return here === null || here[0] === current
        ? null
        : "the Worker seals under another key than the one known here";
    },
    fix: "Keep a copy of the key that is in use: without it a restored database cannot be read.",
    isAdvice: true,
  },
];

export async function checkMasterKey({ data, target }: Service): Promise<Finding[]> {
  if (data === null) return [];
  const { MASTER_KEY: value } = target.variables;
  const here = value ? await Promise.all(value.split(",").map(masterKeyId)) : null;
  return await judge(CHECKS, { deployed: data.masterKeys, here });
}
