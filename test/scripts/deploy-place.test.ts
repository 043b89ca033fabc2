// Where `npm run deploy` makes what it makes, with an account that is played. Runs in Node.
import { readFileSync, writeFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { askForPlace, type Place } from "#scripts/deploy/place.ts";
import type { Tools } from "#scripts/deploy/plan.ts";
import { readSettings } from "#scripts/deploy/settings.ts";
import { deployTo, ENVIRONMENTS, NEAR, useDeploymentFolder } from "./deployment-folder.ts";
import { FakeCloudflare } from "./fake-cloudflare.ts";

useDeploymentFolder();

describe.each([...ENVIRONMENTS, "ledger"] as const)("where the data of %s is", (environment) => {
  const EU: Place = { variable: "JURISDICTION", value: "eu" };
  const deployIn = (cloudflare: FakeCloudflare, askPlace: Tools["askPlace"]) =>
    deployTo(cloudflare, environment, undefined, undefined, askPlace);
  const notAsked = () => Promise.reject(new Error("it has asked again"));
  const created = ({ commands }: FakeCloudflare) => commands.filter((line) => line.includes(" create "));

  it("is asked once, and noted before anything is made", async () => {
    const cloudflare = new FakeCloudflare();
    // It finds what there is by three commands, and the fourth makes the database.
    cloudflare.failsAfter = 3;
    await expect(deployIn(cloudflare, async () => NEAR)).rejects.toThrow("no network");
    cloudflare.failsAfter = Number.POSITIVE_INFINITY;
    await deployIn(cloudflare, notAsked);
    const { vars, database } = readSettings(environment);
    expect(vars.LOCATION).toBe("weur");
    expect(created(cloudflare)[0]).toBe(`d1 create ${database.name} --location weur`);
    expect(created(cloudflare).filter((line) => line.includes("--jurisdiction"))).toEqual([]);
  });

  it("is a jurisdiction for the database and the queues, and no other one later", async () => {
    const cloudflare = new FakeCloudflare();
    await deployIn(cloudflare, async () => EU);
    for (const line of created(cloudflare)) expect(line).toMatch(/ --jurisdiction eu$/);
    await deployIn(cloudflare, notAsked);
    const { deployments } = cloudflare;
    for (const other of ["us", ""]) {
      const toml = readFileSync("wrangler.toml", "utf8");
      writeFileSync("wrangler.toml", toml.replaceAll(/JURISDICTION = ".+"/g, `JURISDICTION = "${other}"`));
      await expect(deployIn(cloudflare, notAsked)).rejects.toThrow(
        `JURISDICTION is ${other || "empty"}, and the database ${readSettings(environment).database.name} was made with eu, for good`,
      );
    }
    expect(cloudflare.deployments).toBe(deployments);
  });

  it("has to be given where there is no terminal, in a line that names both", async () => {
    const cloudflare = new FakeCloudflare();
    await expect(deployIn(cloudflare, askForPlace)).rejects.toThrow(
      /^Where is the data to be, for good\? Set LOCATION \(wnam, .*\) or JURISDICTION \(eu, us, fedramp\) .*\.$/,
    );
    expect(created(cloudflare)).toEqual([]);
  });
});

it("npm run deploy does not change the jurisdiction that the service has noted", async () => {
  const cloudflare = new FakeCloudflare();
  await deployTo(cloudflare, "live");
  cloudflare.databases = cloudflare.databases.map(({ name, uuid }) => ({ name, uuid }));
  cloudflare.lastingSettings = [{ entry: "us", since: 0 }];
  await expect(deployTo(cloudflare, "live")).rejects.toThrow(
    "JURISDICTION was us when the database was new: put it back",
  );
  expect(cloudflare.deployments).toBe(1);
});
