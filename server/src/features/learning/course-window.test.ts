import { describe, expect, test } from "vitest";
import { ENGLISH, fill } from "../../i18n/message.ts";
import { closedReason } from "./course-window.ts";

const open = { start_date: null, start_time: null, end_date: null, end_time: null };
const at = (text: string) => new Date(text);
/** Returns the reason in English. */
const read = (...of: Parameters<typeof closedReason>) => fill(closedReason(...of) ?? "", ENGLISH);

describe("closedReason", () => {
  test("allows a course without dates at any time", () => expect(closedReason(open, "UTC")).toBeNull());

  test("allows a course from the minute it opens, in the instance's time zone", () => {
    const window = { ...open, start_date: "2026-06-01", start_time: "09:00" };
    expect(read(window, "Europe/Paris", at("2026-06-01T06:59:00Z"))).toBe("This course opens on 1 June 2026 at 09:00.");
    expect(closedReason(window, "Europe/Paris", at("2026-06-01T07:00:00Z"))).toBeNull();
  });

  test("allows a course to the end of its last day, or to the given minute", () => {
    const day = { ...open, end_date: "2026-06-01" };
    expect(closedReason(day, "UTC", at("2026-06-01T23:59:00Z"))).toBeNull();
    expect(read(day, "UTC", at("2026-06-02T00:00:00Z"))).toBe("This course closed on 1 June 2026.");
    const minute = { ...day, end_time: "12:00" };
    expect(closedReason(minute, "UTC", at("2026-06-01T11:59:00Z"))).toBeNull();
    expect(read(minute, "UTC", at("2026-06-01T12:00:00Z"))).toBe("This course closed on 1 June 2026 at 12:00.");
  });
});
