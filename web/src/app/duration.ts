/** Formats seconds as 'Nh Nm', for dashboards and learners. */
export function hoursMinutes(seconds: number): string {
  return `${Math.floor(seconds / 3600)}h ${Math.floor((seconds % 3600) / 60)}m`;
}

/** Formats seconds as 'Xh Ym Zs', for reports. */
export function hoursMinutesSeconds(seconds: number): string {
  return `${hoursMinutes(seconds)} ${Math.floor(seconds % 60)}s`;
}
