import { plural } from "@lingui/core/macro";
import { useLingui } from "@lingui/react/macro";

type Rule = { needed?: number | null; in_order: boolean; courses: number };

/** Returns a function that says the rule of a section in words. */
export function useRuleText(): (rule: Rule) => string {
  const { t } = useLingui();
  return ({ needed, in_order, courses }) => {
    const count =
      needed == null || needed >= courses
        ? t`All courses`
        : t`${plural(needed, { one: `Any # course of ${courses}`, other: `Any # courses of ${courses}` })}`;
    return in_order ? t`${count}, in order` : t`${count}, in any order`;
  };
}
