/** A file whose upload was interrupted when the page was closed. */
export type Interrupted = { name: string; size: number };

const storageKey = "interrupted-uploads";

/**
 * Remembers on this device the unfinished uploads of a course, by the part of the course. Files themselves cannot be
 * stored: the author chooses the same file again, and its upload continues.
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
      // A full local storage costs the reminder only.
    }
  };
  return {
    of: (key: string): Interrupted | null => read()[`${course}/${key}`] ?? null,
    begin: (key: string, { name, size }: Interrupted) => write((all) => (all[`${course}/${key}`] = { name, size })),
    end: (key: string) => write((all) => delete all[`${course}/${key}`]),
  };
}
