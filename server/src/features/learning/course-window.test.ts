import { describe, expect, test } from "vitest";
import { closedReason } from "./course-window.ts";

const open = { start_date: null, start_time: null, end_date: null, end_time: null };
const at = (text: string) => new Date(text);

describe("when a course may be taken", () => {
  test("without dates, always", () => expect(closedReason(open, "UTC")).toBeNull());

  test("from the minute it opens, by the clocks of the instance's time zone", () => {
    const window = { ...open, start_date: "2026-06-01", start_time: "09:00" };
    expect(closedReason(window, "Europe/Paris", at("2026-06-01T06:59:00Z"))).toBe(
      "This course opens on 1 June 2026 at 09:00.",
    );
    expect(closedReason(window, "Europe/Paris", at("2026-06-01T07:00:00Z"))).toBeNull();
  });

  test("to the end of its last day, or to the minute that is named", () => {
    const day = { ...open, end_date: "2026-06-01" };
    expect(closedReason(day, "UTC", at("2026-06-01T23:59:00Z"))).toBeNull();
    expect(closedReason(day, "UTC", at("2026-06-02T00:00:00Z"))).toBe("This course closed on 1 June 2026.");
    const minute = { ...day, end_time: "12:00" };
    expect(closedReason(minute, "UTC", at("2026-06-01T11:59:00Z"))).toBeNull();
    expect(closedReason(minute, "UTC", at("2026-06-01T12:00:00Z"))).toBe("This course closed on 1 June 2026 at 12:00.");
  });
});
