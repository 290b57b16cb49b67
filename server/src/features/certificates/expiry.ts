/** A certificate is valid for one year: the same day a year on, 28 February for 29 February. Days are yyyy-mm-dd. */
export function expiryOf(completedOn: string): string {
  const [year, month, day] = completedOn.split("-");
  const leapDay = month === "02" && day === "29";
  return `${String(Number(year) + 1).padStart(4, "0")}-${month}-${leapDay ? "28" : day}`;
}
