/** Seconds as 'Nh Nm', for the dashboards and the learner. */
export function hoursMinutes(seconds: number): string {
  return `${Math.floor(seconds / 3600)}h ${Math.floor((seconds % 3600) / 60)}m`;
}

/** Seconds as 'Xh Ym Zs', for the reports. */
export function hoursMinutesSeconds(seconds: number): string {
  return `${hoursMinutes(seconds)} ${Math.floor(seconds % 60)}s`;
}

/** The seconds of 'Xh Ym Zs'; 0 when it is something else. */
export function parseDuration(text: string): number {
  const [, hours, minutes, seconds] = /^(\d+)h (\d+)m (\d+)s$/.exec(text.trim()) ?? [];
  return Number(hours ?? 0) * 3600 + Number(minutes ?? 0) * 60 + Number(seconds ?? 0);
}
