import { i18n } from "@lingui/core";

/** Shows the texts of the client in English, for tests that render nothing. */
export function speakEnglish(): void {
  i18n.loadAndActivate({ locale: "en", messages: {} });
}
