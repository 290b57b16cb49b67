import { availableParallelism, totalmem } from "node:os";
import { ConfigError } from "../config.ts";

/** More would need more connections than PostgreSQL allows by default. */
const MOST = 8;
/** Memory that a process may take under load, and PostgreSQL beside it. */
const BYTES_EACH = 2 * 1024 ** 3;

/** What a machine offers to a server. */
export interface Machine {
  system: NodeJS.Platform;
  cores: number;
  /** Bytes of memory, of the machine or of the container. */
  memory: number;
}

/**
 * Returns how many processes answer requests: with `auto`, one for each core and each 2 GB of memory, at most 8.
 * @throws ConfigError for several processes on a system where they cannot share a port
 */
export function countProcesses(setting: number | "auto", machine: Machine = readMachine()): number {
  // Several programs can listen to one port on Linux alone: elsewhere Node refuses it, or one of them gets every connection.
  const canShare = machine.system === "linux";
  if (setting !== "auto") {
    if (setting > 1 && !canShare)
      throw new ConfigError(
        `PROCESSES cannot be '${setting}': several processes share a port on Linux only. Set it to 1.`,
      );
    return setting;
  }
  if (!canShare) return 1;
  return Math.max(1, Math.min(MOST, machine.cores, Math.floor(machine.memory / BYTES_EACH)));
}

function readMachine(): Machine {
  // 0 or a huge number without a limit.
  const limit = process.constrainedMemory() || Infinity;
  return { system: process.platform, cores: availableParallelism(), memory: Math.min(totalmem(), limit) };
}
