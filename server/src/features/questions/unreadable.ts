import { MessageError } from "../../i18n/message.ts";

/** Why one question of a file cannot be taken. */
export class Unreadable extends MessageError {}
