import type { TestProject } from "vitest/node";
import { chooseTexts } from "./texts.ts";

/** Makes the demo data with the sources as they are. */
export default async function setup(project: TestProject) {
  Object.assign(globalThis, {
    __mutation: {
      key: () => "",
      method: (_: string, name: string) => name,
      sql: (was: string) => ({ toOperationNode: () => ({ kind: "RawNode", parameters: [], sqlFragments: [was] }) }),
    },
  });
  chooseTexts(() => false);
  const { default: start } = await import("../../server/src/testing/global-setup.ts");
  return start(project);
}
