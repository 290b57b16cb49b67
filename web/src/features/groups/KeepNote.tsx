import { plural } from "@lingui/core/macro";
import { useLingui } from "@lingui/react/macro";
import { useQuery } from "@tanstack/react-query";
import { execute } from "../../app/graphql.ts";
import { GroupRemoval } from "./groups.documents.ts";

type Props = { groupId: number; userId?: number; courseId?: number };

/**
 * What a removal would really do, as the server knows it: how many enrolments end, and how many stay because there is another
 * reason for them (decision 17). Nothing until that is known.
 */
export function KeepNote({ groupId, userId, courseId }: Props) {
  const { t, i18n } = useLingui();
  const { data } = useQuery({
    queryKey: ["groupRemoval", groupId, userId, courseId],
    queryFn: async () =>
      (
        await execute(GroupRemoval, {
          group_id: groupId,
          ...(userId !== undefined && { user_id: userId }),
          ...(courseId !== undefined && { course_id: courseId }),
        })
      ).groupRemoval,
    staleTime: 0,
  });
  if (!data || data.ends + data.keeps === 0) return null;
  const { ends, keeps, keeps_self, keeps_person, keeps_group } = data;
  const reasons = new Intl.ListFormat(i18n.locale, { type: "disjunction" }).format([
    ...(keeps_self > 0 ? [t`they enrolled themselves`] : []),
    ...(keeps_person > 0 ? [t`it was assigned to them directly`] : []),
    ...(keeps_group > 0 ? [t`another group of theirs has it`] : []),
  ]);
  return (
    <span className="mt-3 block text-sm">
      {ends > 0 && t`${plural(ends, { one: "# enrolment ends.", other: "# enrolments end." })}`} {keeps > 0 && kept()}
    </span>
  );

  function kept() {
    if (courseId !== undefined)
      return t`${plural(keeps, { one: "# person keeps it", other: "# people keep it" })} because ${reasons}.`;
    if (userId !== undefined)
      return t`They keep ${plural(keeps, { one: "# course", other: "# courses" })} because ${reasons}.`;
    return t`${plural(keeps, { one: "# enrolment stays", other: "# enrolments stay" })} because ${reasons}.`;
  }
}
