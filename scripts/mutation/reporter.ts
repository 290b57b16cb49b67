import { existsSync } from "node:fs";
import path from "node:path";
import { BaseSequencer, type Reporter, type TestModule } from "vitest/node";
import { addLine, type Result, RESULTS } from "./state.ts";

/** Writes the result of each generated test as it ends. */
export default class implements Reporter {
  onTestModuleEnd(module: TestModule) {
    // A run that was stopped may go on for a moment after the next has removed its tests.
    if (!existsSync(module.moduleId)) return;
    const [failed] = module.children.allTests("failed");
    const [error] = [...module.errors(), ...(failed?.result().errors ?? [])];
    const { duration, collectDuration } = module.diagnostic();
    const result: Result = {
      name: path.basename(module.moduleId, ".test.ts"),
      state: module.state(),
      ms: Math.round(duration + collectDuration),
      failed: failed?.fullName,
      error: error?.message.slice(0, 200),
    };
    addLine(RESULTS, result);
  }
}

export class ByName extends BaseSequencer {
  override async sort(files: Parameters<BaseSequencer["sort"]>[0]) {
    return files.toSorted((a, b) => a.moduleId.localeCompare(b.moduleId));
  }
}
