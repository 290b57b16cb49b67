/** Seconds as 'Nh Nm', for the dashboards and the learner. */
export function hoursMinutes(seconds: number): string {
  return `${Math.floor(seconds / 3600)}h ${Math.floor((seconds % 3600) / 60)}m`;
}

/** Seconds as 'Xh Ym Zs', for the reports. */
export function hoursMinutesSeconds(seconds: number): string {
  return `${hoursMinutes(seconds)} ${Math.floor(seconds % 60)}s`;
}
