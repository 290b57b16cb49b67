/** What a program has to do before it ends, in the opposite order of its start. */
export class StopSteps {
  readonly #steps: (() => Promise<void>)[] = [];
  #isStopping = false;

  /** Adds a step, which is taken before those added earlier. */
  add(step: () => Promise<void>): void {
    this.#steps.unshift(step);
  }

  /** Takes all steps, and ends the process: with 1 when a step fails. A second call changes nothing. */
  async stop(code: number): Promise<void> {
    if (this.#isStopping) return;
    this.#isStopping = true;
    for (let step = this.#steps.shift(); step; step = this.#steps.shift()) {
      await step().catch((error: unknown) => {
        process.stderr.write(`While stopping: ${String(error)}\n`);
        code = 1;
      });
    }
    process.exit(code);
  }
}
