import { describe, expect, test } from "vitest";
import { countProcesses, type Machine } from "./count.ts";

const GIGABYTE = 1024 ** 3;
const machine = (cores: number, gigabytes: number, system: NodeJS.Platform = "linux"): Machine => ({
  system,
  cores,
  memory: gigabytes * GIGABYTE,
});

describe("the number of processes", () => {
  test.each([
    ["one core", machine(1, 16), 1],
    ["two cores and memory for two", machine(2, 4), 2],
    ["two cores and memory for one", machine(2, 3.9), 1],
    ["two cores and too little memory for any", machine(2, 0.5), 1],
    ["four cores and memory for more", machine(4, 64), 4],
    ["many cores", machine(64, 512), 8],
    ["a system where processes cannot share a port", machine(8, 64, "darwin"), 1],
  ])("by default suits a machine with %s", (_, described, count) => {
    expect(countProcesses("auto", described)).toBe(count);
  });

  test("is the one of the setting, whatever the machine", () => {
    expect(countProcesses(3, machine(1, 1))).toBe(3);
    expect(countProcesses(1, machine(8, 64))).toBe(1);
    expect(countProcesses(1, machine(8, 64, "darwin"))).toBe(1);
  });

  test("is refused where processes cannot share a port", () => {
    expect(() => countProcesses(2, machine(8, 64, "darwin"))).toThrow("PROCESSES cannot be '2'");
  });
});
