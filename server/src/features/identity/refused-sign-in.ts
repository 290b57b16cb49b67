import { Conflict } from "../../errors.ts";
import type { Message } from "../../i18n/message.ts";

/** Why a sign-in by a provider ended, as far as the page for the person says it: nothing about accounts. */
export type RefusalReason = "cancelled" | "ended" | "failed" | "denied" | "busy" | "unavailable";

/** A sign-in that the person may try again. */
export class SignInRefused extends Conflict {
  readonly reason: RefusalReason;

  constructor(reason: RefusalReason, message: Message, options?: ErrorOptions) {
    super(message, options);
    this.reason = reason;
  }
}
