import { availableParallelism } from "node:os";
import { Piscina } from "piscina";
import { Invalid, RateLimited } from "../errors.ts";
import { t } from "../i18n/message.ts";

// One thread fewer than processors, so that the rest of the server still answers.
const THREADS = Math.max(1, availableParallelism() - 1);
const MOST_WAITING = 50;
const LONGEST_MS = 20_000;

const pool = new Piscina({
  minThreads: 0,
  maxThreads: THREADS,
  maxQueue: MOST_WAITING,
  // An idle thread ends and frees its memory.
  idleTimeout: 10_000,
  // Nobody reads its histograms, which take 0.7 MB.
  recordTiming: false,
  resourceLimits: { maxOldGenerationSizeMb: 192, maxYoungGenerationSizeMb: 16 },
});

/**
 * Runs work that may use the processor for more than 20 ms in a thread, with limits on time and memory: what reads
 * files and texts of callers.
 * @param file the module whose default export does the work; input and output are copied between the threads
 * @param field named in the error when the limits end the work
 * @param transfer what is moved instead of copied: the caller cannot read it afterwards
 * @throws Invalid for work that takes too long or too much memory; RateLimited when too much waits; what the work
 * throws, as a plain Error
 */
export async function runInThread<Input, Output>(
  file: URL,
  input: Input,
  field: string,
  transfer: ArrayBuffer[] = [],
): Promise<Output> {
  const signal = AbortSignal.timeout(LONGEST_MS);
  try {
    // The types of the pool name the options of Node's newer form, and it passes a list.
    const transferList = transfer as never;
    return (await pool.run(input, { filename: file.href, signal, transferList })) as Output;
  } catch (error) {
    const { code, message } = error as { code?: string; message: string };
    if (signal.aborted || code === "ERR_WORKER_OUT_OF_MEMORY")
      throw new Invalid({ [field]: [t`This takes too long to read. Divide it into smaller parts.`] });
    if (message.startsWith("Task queue is at limit"))
      throw new RateLimited(t`Too many files are being read at the moment. Please try again in a minute.`);
    throw error;
  }
}
