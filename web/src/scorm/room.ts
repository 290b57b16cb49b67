/**
 * How much of an attempt there is room for. The server keeps so many characters of one, keys and values, and takes no more of it:
 * what content is told it has stored has to be what is kept.
 * @param seed what the attempt has kept already
 */
export function createRoom(seed: Record<string, string>, most: number) {
  const kept = new Map(Object.entries(seed));
  let size = [...kept].reduce((sum, [key, value]) => sum + key.length + value.length, 0);
  const growthBy = (key: string, value: string) => {
    const before = kept.get(key);
    return value.length - (before === undefined ? -key.length : before.length);
  };
  return {
    /** A value that makes an attempt no larger is taken, however large that is. */
    takes(key: string, value: string): boolean {
      // Shared data has a place and a limit of its own.
      if (key.startsWith("adl.data.")) return true;
      const growth = growthBy(key, value);
      return growth <= 0 || size + growth <= most;
    },
    keep(key: string, value: string): void {
      if (key.startsWith("adl.data.")) return;
      size += growthBy(key, value);
      kept.set(key, value);
    },
  };
}

export type Room = ReturnType<typeof createRoom>;
