import { countActivity, streamActivity } from "../../activity/activity.service.ts";
import { defineTable, readPage } from "../table.ts";
import { getSubject } from "./subjects.ts";

export const userActivityReport = defineTable({
  kind: "user-activity",
  title: "userActivityTitle",
  fileName: "user-activity",
  permission: "report.view",
  filters: ["user_id", "from", "to", "event"],
  dayLabel: "when",
  open: async (actor, request, reach) => {
    const userId = await getSubject(reach, request);
    const filter = { from: request.from, to: request.to, kind: request.event, language: request.language };
    const batches = () => streamActivity(actor, reach, userId, filter);
    return { batches, count: () => countActivity(actor, reach, userId, filter), page: readPage(batches) };
  },
  columns: [
    // With the minute: days alone would not show the order of events.
    { label: "when", value: ({ at }) => at, format: "minute" },
    { label: "what", value: ({ message }) => message },
  ],
});
