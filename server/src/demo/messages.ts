import type { Db } from "../db/client.ts";

/** Creates a sender of mails, and a text that the instance has written itself. */
export async function buildMessages(db: Db, instanceId: number): Promise<void> {
  await db
    .updateTable("instances")
    .set({ sender_name: "Riverside Training", reply_to: "training@riverside.test" })
    .where("id", "=", instanceId)
    .execute();
  await db
    .insertInto("message_texts")
    .values({
      instance_id: instanceId,
      kind: "course_closing",
      language: "en",
      subject: "Last chance: ‘{course}’ closes on {date}",
      body: "Hello {first_name},\n\nyou have not completed ‘{course}’ yet. After {date} it cannot be opened.\n\n{link}\n\nSee you on the water\nRiverside Training",
    })
    .execute();
}
