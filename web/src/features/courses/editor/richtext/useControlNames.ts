import { useLingui } from "@lingui/react/macro";
import type { ControlNames } from "./nameControls.ts";

/** Returns the names of Quill's controls in the language of the screen. */
export function useControlNames(text: string): ControlNames {
  const { t } = useLingui();
  return {
    text,
    toolbar: t`Formatting`,
    link: t`Link address`,
    buttons: {
      "ql-bold": t`Bold`,
      "ql-italic": t`Italic`,
      "ql-underline": t`Underline`,
      "ql-strike": t`Strikethrough`,
      "ql-link": t`Insert link`,
      "ql-image": t`Insert image`,
      "ql-table": t`Insert table`,
      "ql-callout note": t`Note`,
      "ql-callout tip": t`Tip`,
      "ql-callout warning": t`Warning`,
      "ql-clean": t`Clear formatting`,
      "ql-list ordered": t`Numbered list`,
      "ql-list bullet": t`Bulleted list`,
    },
    pickers: {
      "ql-header": {
        name: t`Heading level`,
        options: { "": t`Normal`, "1": t`Heading 1`, "2": t`Heading 2`, "3": t`Heading 3` },
      },
      "ql-font": { name: t`Font`, options: { "": t`Sans serif`, serif: t`Serif`, monospace: t`Monospace` } },
      "ql-align": {
        name: t`Alignment`,
        options: { "": t`Left`, center: t`Centre`, right: t`Right`, justify: t`Justify` },
      },
    },
    // Texts that Quill's style sheet writes.
    styles: {
      "--ql-visit": t`Visit URL:`,
      "--ql-enter": t`Enter link:`,
      "--ql-edit": t`Edit`,
      "--ql-save": t`Save`,
      "--ql-remove": t`Remove`,
      "--callout-label-note": t`Note`,
      "--callout-label-tip": t`Tip`,
      "--callout-label-warning": t`Warning`,
    },
  };
}
