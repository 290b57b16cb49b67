/** Runs pieces of work one after the other; a failed one is reported, and the next one runs. */
export function createTurns(onFailed: (error: unknown) => void) {
  let last: Promise<void> = Promise.resolve();
  let open = 0;

  function take(work: () => Promise<unknown>): void {
    open += 1;
    last = last
      .then(work)
      .then(() => {}, onFailed)
      .finally(() => (open -= 1));
  }

  return {
    take,
    /** Runs work unless other work runs or waits: for a button that was pressed twice. */
    takeIfIdle: (work: () => Promise<unknown>): void => {
      if (open === 0) take(work);
    },
  };
}
