/** A file that was on its way when the page was closed. */
export type Interrupted = { name: string; size: number };

const storageKey = "interrupted-uploads";

/**
 * Which uploads of one course this device has not brought to an end, by the part of the course. Files themselves cannot be kept:
 * the author chooses the same one again, and it goes on where it stopped.
 */
export function interruptedUploads(course: string) {
  const read = (): Record<string, Interrupted> => {
    try {
      return JSON.parse(localStorage.getItem(storageKey) ?? "{}") as Record<string, Interrupted>;
    } catch {
      return {};
    }
  };
  const write = (change: (all: Record<string, Interrupted>) => void) => {
    const all = read();
    change(all);
    try {
      localStorage.setItem(storageKey, JSON.stringify(all));
    } catch {
      // A full storage costs the reminder only.
    }
  };
  return {
    of: (key: string): Interrupted | null => read()[`${course}/${key}`] ?? null,
    begin: (key: string, { name, size }: Interrupted) => write((all) => (all[`${course}/${key}`] = { name, size })),
    end: (key: string) => write((all) => delete all[`${course}/${key}`]),
  };
}
