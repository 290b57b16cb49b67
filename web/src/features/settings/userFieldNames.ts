import { useLingui } from "@lingui/react/macro";

/** Returns the names of the types of user fields. */
export function useFieldTypeNames(): Record<string, string> {
  const { t } = useLingui();
  return { text: t`Text`, number: t`Number`, date: t`Date`, choice: t`Choice`, checkbox: t`Checkbox` };
}

/** Returns who sees a user field. */
export function useAudienceNames(): Record<string, string> {
  const { t } = useLingui();
  return { admins: t`Admins`, staff: t`All staff`, everybody: t`Staff and the user` };
}
