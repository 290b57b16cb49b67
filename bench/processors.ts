import { readdirSync, readFileSync } from "node:fs";

/** Clock ticks per second of /proc/<pid>/stat; 100 on every current Linux. */
const TICKS = 100;

/** Processor seconds of a server and of its PostgreSQL. */
export interface Cpu {
  server: number;
  database: number;
}

/** Reads the processor seconds of a process and all below it, apart from those of PostgreSQL. Linux only. */
export function readCpu(pid: number): Cpu {
  const processes = readdirSync("/proc").flatMap((entry) => (/^\d+$/.test(entry) ? (readProcess(entry) ?? []) : []));
  const below = new Set([pid]);
  for (let size = 0; size !== below.size;) {
    size = below.size;
    for (const each of processes) if (below.has(each.parent)) below.add(each.pid);
  }
  const sum = (isDatabase: boolean) =>
    processes
      .filter((each) => below.has(each.pid) && each.isDatabase === isDatabase)
      .reduce((total, { seconds }) => total + seconds, 0);
  return { server: sum(false), database: sum(true) };
}

function readProcess(entry: string): { pid: number; parent: number; isDatabase: boolean; seconds: number } | null {
  try {
    const [, name, rest] = /^\d+ \((.*)\) (.*)$/s.exec(readFileSync(`/proc/${entry}/stat`, "utf8"))!;
    const fields = rest!.split(" ");
    // Fields 14 to 17 of proc(5): own user and system time, and those of ended children.
    const ticks = fields.slice(11, 15).reduce((total, each) => total + Number(each), 0);
    return {
      pid: Number(entry),
      parent: Number(fields[1]),
      isDatabase: name!.startsWith("postgres"),
      seconds: ticks / TICKS,
    };
  } catch {
    return null; // It has ended.
  }
}
