import { type Message, MessageError } from "../i18n/message.ts";

/** Why a package is rejected, as a message for its uploader. Everything stored of it is removed. */
export class Refusal extends MessageError {}

/** Stops reading a package. */
export function refuse(reason: Message): never {
  throw new Refusal(reason);
}
