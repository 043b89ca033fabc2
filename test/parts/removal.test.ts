// Every part can be taken out: `npm run test:parts`, or PARTS=desk,push for some. Runs in Node.
import { afterEach, describe, expect, it } from "vitest";
import { PARTS, ProjectCopy, removedWith } from "./without-part.ts";

const chosen = process.env.PARTS?.split(",") ?? PARTS;

let copy: ProjectCopy;
afterEach(() => copy.remove());

describe("the project without a part", () => {
  it.each(chosen)("is whole without %s", (part) => {
    copy = new ProjectCopy();
    copy.removeParts(removedWith(part));
    expect(copy.findFault()).toBeNull();
  });

  it("is not whole without a part that the core imports, and is without another", () => {
    copy = new ProjectCopy();
    copy.edit("src/core/http/errors.ts", (text) => `import "#parts/push/part.ts";\n${text}`);
    expect(copy.findFault()).toContain("noRestrictedImports");
    copy.removeParts(["push"]);
    expect(copy.findFault()).toContain("push");
  });
});
