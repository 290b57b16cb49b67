import { MailRefused } from "../../platform/mail.ts";

/**
 * Sends a mail for each of a list, in order. A mail that the mail server refuses does not keep the others back.
 * @throws MailRefused after all, for the first refused mail: the job tries those again; at once whatever else `send` throws
 */
export async function sendEach<Item>(items: Iterable<Item>, send: (item: Item) => Promise<void>): Promise<void> {
  let refusal: MailRefused | undefined;
  for (const item of items)
    await send(item).catch((error: unknown) => {
      if (!(error instanceof MailRefused)) throw error;
      refusal ??= error;
    });
  if (refusal) throw refusal;
}
