// Every part can be taken out: `npm run test:parts`, or PARTS=desk,push for some. Runs in Node.
import { afterEach, describe, expect, it } from "vitest";
import { PARTS, ProjectCopy, removedWith } from "./without-part.ts";

/** On a busy machine each takes some minutes. */
const PATIENCE_MS = 900_000;
const chosen = process.env.PARTS?.split(",") ?? PARTS;

let copy: ProjectCopy;
afterEach(() => copy.remove());

describe("the project without a part", () => {
  it.each(chosen)(
    "is whole without %s",
    (part) => {
      copy = new ProjectCopy();
      copy.removeParts(removedWith(part));
      expect(copy.findFault()).toBeNull();
    },
    PATIENCE_MS,
  );

  it(
    "is not whole where the core imports a part, with it or without",
    () => {
      copy = new ProjectCopy();
      const planted = 'export { push } from "#parts/push/part.ts";\n';
      copy.write("src/core/domain/planted.ts", planted);
      expect(copy.findFault()).toContain("lint/style/noRestrictedImports");
      copy.write(
        "src/core/domain/planted.ts",
        `// biome-ignore lint/style/noRestrictedImports: planted\n${planted}`,
      );
      copy.removeParts(removedWith("push"));
      expect(copy.findFault()).toMatch(/^tsc -p tsconfig.json\n.*Cannot find module '#parts\/push/);
    },
    PATIENCE_MS,
  );
});
