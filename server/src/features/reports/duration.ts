/** Formats seconds as 'Xh Ym Zs'. */
export function formatDuration(seconds: number): string {
  return `${Math.floor(seconds / 3600)}h ${Math.floor((seconds % 3600) / 60)}m ${seconds % 60}s`;
}
