/** A moment at two in the morning in UTC, which is the day before in New York. Days are yyyy-mm-dd. */
export interface TwoDays {
  moment: Date;
  utc: string;
  newYork: string;
}

/** Returns such a moment so many days ago. */
export function findTwoDays(daysAgo: number): TwoDays {
  const moment = new Date(Date.now() - daysAgo * 86_400_000);
  moment.setUTCHours(2, 0, 0, 0);
  const newYork = new Date(moment.getTime() - 86_400_000);
  return { moment, utc: moment.toISOString().slice(0, 10), newYork: newYork.toISOString().slice(0, 10) };
}
