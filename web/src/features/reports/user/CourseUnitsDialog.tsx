import type { MessageDescriptor } from "@lingui/core";
import { msg } from "@lingui/core/macro";
import { useLingui } from "@lingui/react/macro";
import { useQuery } from "@tanstack/react-query";
import type { UserCourseUnitsQuery } from "../../../gen/graphql.ts";
import { AttemptList } from "../../../app/attempts/AttemptList.tsx";
import { CourseAttempts } from "../../../app/attempts/attempts.documents.ts";
import { hoursMinutesSeconds } from "../../../app/duration.ts";
import { getMessage } from "../../../app/errors.ts";
import { useExport } from "../../../app/useExport.ts";
import { execute } from "../../../app/graphql.ts";
import { Dialog } from "../../../ui/Dialog.tsx";
import { ErrorState } from "../../../ui/ErrorState.tsx";
import { Skeleton } from "../../../ui/Skeleton.tsx";
import { ExportButtons } from "../../../ui/table/ExportButtons.tsx";
import { UserCourseUnits } from "../reports.documents.ts";
import { cut } from "./cut.ts";

type Units = UserCourseUnitsQuery["userProgress"]["courses"][number]["units"];

/** Shows a user's progress in each unit of a course, by the type of the unit. */
export function CourseUnitsDialog({
  userId,
  course,
  onClose,
}: {
  userId: number;
  course: { id: number; title: string };
  onClose: () => void;
}) {
  const { t, i18n } = useLingui();
  const exportTable = useExport();
  const { data, error, refetch } = useQuery({
    queryKey: ["userCourseUnits", userId],
    queryFn: async () => (await execute(UserCourseUnits, { id: userId })).userProgress.courses,
  });
  const units = data?.find(({ id }) => id === course.id)?.units;
  const groups = units ? groupNames.filter(([type]) => units[type].length > 0) : [];
  return (
    <Dialog open onClose={onClose} title={t`Course: ${cut(course.title || t`Untitled Course`)}`} size="large">
      {content()}
      <EarlierAttempts userId={userId} courseId={course.id} />
    </Dialog>
  );

  function content() {
    if (!data && error)
      return (
        <ErrorState
          title={t`The units could not be loaded.`}
          detail={getMessage(error)}
          onRetry={() => void refetch()}
        />
      );
    if (!data) return <Skeleton className="h-48 w-full" />;
    if (!units || groups.length === 0) return <p className="text-muted">{t`No units found for this course.`}</p>;
    return (
      <>
        <div className="-mt-2 mb-2">
          <ExportButtons
            onExport={(format) =>
              exportTable({ kind: "course-units-list", user_id: userId, course_id: course.id }, format)
            }
          />
        </div>
        {groups.map(([type, name]) => (
          <section key={type} className="mb-6 last:mb-0">
            <h3 className="mb-2 text-sm font-semibold">{i18n._(name)}</h3>
            <table className="w-full table-fixed text-sm">
              <thead>
                <tr className="border-b border-line text-left text-small text-muted">
                  <th className="py-2 pr-3 font-medium">{t`Title`}</th>
                  <th className="w-22 py-2 pr-3 font-medium sm:w-28">{t`Completed`}</th>
                  <th className="w-24 py-2 text-right font-medium sm:w-28">{t`Time Spent`}</th>
                </tr>
              </thead>
              <tbody>
                {units[type].map((unit) => (
                  <tr key={unit.id} className="border-b border-line last:border-0">
                    <td className="py-2 pr-3">{cut(unit.title || t`Untitled Unit`)}</td>
                    <td className="py-2 pr-3">{unit.is_complete ? t`Yes` : t`No`}</td>
                    <td className="py-2 text-right whitespace-nowrap tabular-nums">
                      {hoursMinutesSeconds(unit.time_spent)}
                    </td>
                  </tr>
                ))}
              </tbody>
            </table>
          </section>
        ))}
      </>
    );
  }
}

/** Shows a user's earlier attempts at a course; nothing without any. */
function EarlierAttempts({ userId, courseId }: { userId: number; courseId: number }) {
  const { t } = useLingui();
  const { data, error, refetch } = useQuery({
    queryKey: ["courseAttempts", courseId, userId],
    queryFn: async () => (await execute(CourseAttempts, { course_id: courseId, user_id: userId })).courseAttempts,
  });
  if (error && !data)
    return (
      <ErrorState
        title={t`The earlier attempts could not be loaded.`}
        detail={getMessage(error)}
        onRetry={() => void refetch()}
      />
    );
  if (!data || data.length === 0) return null;
  return (
    <section className="mt-6 border-t border-line pt-5">
      <h3 className="mb-1 text-sm font-semibold">{t`Earlier attempts`}</h3>
      <AttemptList attempts={data} isOwn={false} />
    </section>
  );
}

const groupNames: [keyof Units, MessageDescriptor][] = [
  ["contents", msg`Contents`],
  ["videos", msg`Videos`],
  ["audios", msg`Audios`],
  ["documents", msg`Documents`],
  ["iframes", msg`Iframes`],
  ["scorms", msg`Scorms`],
  ["assignments", msg`Assignments`],
  ["surveys", msg`Surveys`],
  ["tests", msg`Tests`],
];
