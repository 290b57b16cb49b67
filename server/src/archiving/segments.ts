/** The name of a segment of the write-ahead log: timeline, and number in two parts, each of eight hexadecimal digits. */
export const SEGMENT = /^[0-9A-F]{24}$/;
/** The name of the file that says where a timeline begins. */
export const HISTORY = /^[0-9A-F]{8}\.history$/;

/** Returns the timeline of a segment or a history file. */
export const getTimeline = (name: string): number => Number.parseInt(name.slice(0, 8), 16);

/** Returns the number of a segment, counted from the begin of the log. @param size bytes of a segment */
export function getNumber(name: string, size: number): number {
  return Number.parseInt(name.slice(8, 16), 16) * (2 ** 32 / size) + Number.parseInt(name.slice(16), 16);
}

/** Returns the number of the segment that holds a position of the log, such as `1/4A0000D8`. */
export function toNumber(position: string, size: number): number {
  const [high = "", low = ""] = position.split("/");
  return Number.parseInt(high, 16) * (2 ** 32 / size) + Math.floor(Number.parseInt(low, 16) / size);
}

/** Returns the position at which a segment begins. */
export function toPosition(number: number, size: number): string {
  const each = 2 ** 32 / size;
  return `${Math.floor(number / each).toString(16)}/${((number % each) * size).toString(16)}`.toUpperCase();
}
