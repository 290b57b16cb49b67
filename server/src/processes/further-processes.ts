import { type ChildProcess, fork } from "node:child_process";
import path from "node:path";
import { AggregatorRegistry, type MetricObjectWithValues, type MetricValue } from "prom-client";
import type { Platform } from "../platform/platform.ts";
import { answer, ask } from "./calls.ts";

const PROGRAM = path.join(import.meta.dirname, "further-process.ts");
/** Waiting time before a process is started again, doubled up to a limit for each one that did not stay. */
const RESTART_MS = 1_000;
const MOST_RESTART_MS = 60_000;
/** A process that has run so long was not the victim of its start. */
const STAYED_MS = 5 * 60_000;

type OwnMetrics = MetricObjectWithValues<MetricValue<string>>[];

/** The processes that answer requests beside the main process, on the same ports. */
export class FurtherProcesses {
  readonly #platform: Pick<Platform, "log" | "metrics">;
  readonly #program: string;
  readonly #restartMs: number;
  /** By their numbers, which they keep when they are started again. The main process has number 1. */
  readonly #children = new Map<number, ChildProcess>();
  readonly #timers = new Set<NodeJS.Timeout>();
  #isStopping = false;

  constructor(platform: Pick<Platform, "log" | "metrics">, { program = PROGRAM, restartMs = RESTART_MS } = {}) {
    this.#platform = platform;
    this.#program = program;
    this.#restartMs = restartMs;
  }

  /** Starts processes; one that ends unexpectedly is started again. Requests are answered meanwhile by the others. */
  start(count: number): void {
    for (let number = 2; number < count + 2; number++) this.#startOne(number, this.#restartMs);
    // Windows has no such signal, and one process only.
    if (count > 0 && process.platform !== "win32") process.on("SIGUSR2", this.#toggleDebug);
  }

  /**
   * Returns the metrics of all processes of this server as text, with the number of the process as a label: sums would fall when
   * one of them is started again. A process that does not answer is left out.
   */
  async readMetrics(): Promise<string> {
    const { registry } = this.#platform.metrics;
    const own = registry.getMetricsAsJSON() as Promise<OwnMetrics>;
    const asked = [...this.#children].map(async ([number, child]) => {
      const metrics = (await ask(child, "own metrics").catch(() => [])) as OwnMetrics;
      return addLabel(metrics, number);
    });
    const all = [addLabel(await own, 1), ...(await Promise.all(asked))];
    return AggregatorRegistry.aggregate(all).metrics();
  }

  /** Lets all processes finish what they answer, and waits for their end. */
  async stop(): Promise<void> {
    this.#isStopping = true;
    process.off("SIGUSR2", this.#toggleDebug);
    for (const timer of this.#timers) clearTimeout(timer);
    const children = [...this.#children.values()];
    const ends = children.map((child) => new Promise((resolve) => child.once("exit", resolve)));
    for (const child of children) child.kill("SIGTERM");
    await Promise.all(ends);
  }

  #startOne(number: number, waitNext: number): void {
    const child = fork(this.#program);
    const startedAt = Date.now();
    this.#children.set(number, child);
    answer(child, async (question) => (question === "all metrics" ? this.readMetrics() : null));
    child.once("error", (err) => this.#platform.log.error({ err }, "a further process of the server has a fault"));
    child.once("exit", (code, signal) => {
      this.#children.delete(number);
      if (this.#isStopping) return;
      const wait = Date.now() - startedAt > STAYED_MS ? this.#restartMs : waitNext;
      this.#platform.log.error(
        { pid: child.pid, code, signal, seconds: wait / 1_000 },
        "a further process of the server ended unexpectedly; it is started again",
      );
      const timer = setTimeout(() => {
        this.#timers.delete(timer);
        this.#startOne(number, Math.min(2 * wait, MOST_RESTART_MS));
      }, wait);
      this.#timers.add(timer);
    });
  }

  /** Passes on the signal that switches the log's level, which reaches the main process alone. */
  readonly #toggleDebug = (): void => {
    for (const child of this.#children.values()) child.kill("SIGUSR2");
  };
}

/** Labels all values. The values of two processes then differ in their labels, so that nothing is added up or left out. */
function addLabel(metrics: OwnMetrics, number: number): OwnMetrics {
  return metrics.map((metric) => ({
    ...metric,
    aggregator: "sum",
    values: metric.values.map((value) => ({ ...value, labels: { ...value.labels, process: String(number) } })),
  }));
}
