import { setTimeout as wait } from "node:timers/promises";
import { remindPeople } from "../../features/notifications/reminders.service.ts";
import { startPlatform } from "../../start.ts";

// Reminds the people of all instances again and again, as the maintenance does once an hour; faults.ts starts two of these
// and kills them.
const { platform } = await startPlatform({ DEMO: "off", ...process.env });
for (;;) {
  try {
    const { rows } = await platform.database.pool.query<{ id: number }>("SELECT id FROM instances");
    for (const { id } of rows) await remindPeople(platform, id);
  } catch (error) {
    platform.log.error({ err: error }, "reminders failed");
  }
  await wait(100);
}
