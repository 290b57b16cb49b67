/**
 * Measures the space left in an attempt. The server stores so many characters, keys and values, and rejects more: what
 * content believes to be stored must be what is stored.
 * @param seed what the attempt has stored already
 */
export function createRoom(seed: Record<string, string>, most: number) {
  const kept = new Map(Object.entries(seed));
  let size = [...kept].reduce((sum, [key, value]) => sum + key.length + value.length, 0);
  const growthBy = (key: string, value: string) => {
    const before = kept.get(key);
    return value.length - (before === undefined ? -key.length : before.length);
  };
  return {
    /** Accepts a value that does not make the attempt larger, whatever its size. */
    takes(key: string, value: string): boolean {
      // Shared data has its own limit.
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
