import { useLingui } from "@lingui/react/macro";
import type { ObjectKind } from "../automationTexts.ts";

type Texts = Readonly<Record<ObjectKind, string>>;

/** Returns the texts of fields that choose something. */
export function useObjectTexts(): { label: Texts; any: Texts; choose: Texts } {
  const { t } = useLingui();
  return {
    label: {
      branch: t`Branch`,
      group: t`Group`,
      field: t`User field`,
      course: t`Course`,
      path: t`Learning path`,
      badge: t`Badge`,
    },
    any: {
      branch: t`Any branch`,
      group: t`Any group`,
      field: t`Any user field`,
      course: t`Any course`,
      path: t`Any learning path`,
      badge: t`Any badge`,
    },
    choose: {
      branch: t`Choose a branch`,
      group: t`Choose a group`,
      field: t`Choose a user field`,
      course: t`Choose a course`,
      path: t`Choose a learning path`,
      badge: t`Choose a badge`,
    },
  };
}
