import { plural } from "@lingui/core/macro";
import { useLingui } from "@lingui/react/macro";
import { useQuery } from "@tanstack/react-query";
import { execute } from "../../app/graphql.ts";
import { GroupRemoval } from "./groups.documents.ts";
import { formatList } from "../../ui/format.ts";

type Props = { groupId: number; userId?: number; courseId?: number };

/**
 * Says what a removal ends: how many enrolments end, and how many stay because of another source (P17). Nothing until
 * that is known.
 */
export function KeepNote({ groupId, userId, courseId }: Props) {
  const { t } = useLingui();
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
  const reasons = formatList(
    [
      ...(keeps_self > 0 ? [t`they enrolled themselves`] : []),
      ...(keeps_person > 0 ? [t`it was assigned to them directly`] : []),
      ...(keeps_group > 0 ? [t`another group or a learning path of theirs has it`] : []),
    ],
    "disjunction",
  );
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
