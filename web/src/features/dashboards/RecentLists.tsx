import { Plural, useLingui } from "@lingui/react/macro";
import { Link } from "@tanstack/react-router";
import type { ReactNode } from "react";
import type { DashboardDataQuery } from "../../gen/graphql.ts";
import { useScreenExists } from "../../app/links.ts";
import { useViewer } from "../../app/session.ts";
import { Card } from "../../ui/Card.tsx";
import { Skeleton } from "../../ui/Skeleton.tsx";
import { linkTo } from "../../ui/linkTo.ts";

type Data = DashboardDataQuery["dashboardData"];

/** Renders the newest courses; they link to the editor for authors, to the report for others. */
export function RecentCourses({ courses }: { courses: Data["recentCourses"] | undefined }) {
  const { t } = useLingui();
  const viewer = useViewer();
  const way = (id: number) => (viewer.can("course.author") ? `/courses/${id}/edit` : `/reports/courses/${id}`);
  return (
    <RecentList
      title={t`Recent Courses`}
      empty={t`No courses yet.`}
      entries={courses?.map(({ id, name, users }) => ({
        id,
        name: name || t`Untitled Course`,
        note: <Plural value={users} one="# user" other="# users" />,
        to: way(id),
      }))}
    />
  );
}

/** Renders the newest users; they link to their pages for those who manage users, to their reports for others. */
export function RecentUsers({ users }: { users: Data["recentUsers"] | undefined }) {
  const { t } = useLingui();
  const viewer = useViewer();
  const way = (id: number) => (viewer.can("user.view") ? `/user/${id}` : `/reports/users/${id}`);
  return (
    <RecentList
      title={t`Recent Users`}
      empty={t`No users yet.`}
      entries={users?.map(({ id, first_name, last_name, completedCourses, assignedCourses }) => ({
        id,
        name: `${first_name} ${last_name}`,
        note: t`${completedCourses} of ${assignedCourses} completed`,
        to: way(id),
      }))}
    />
  );
}

type Entry = { id: number; name: string; note: ReactNode; to: string };

function RecentList({ title, empty, entries }: { title: string; empty: string; entries: Entry[] | undefined }) {
  const exists = useScreenExists();
  return (
    <Card title={title}>
      {entries?.length === 0 ? (
        <p className="text-sm text-muted">{empty}</p>
      ) : (
        <ul className="-my-2 divide-y divide-line text-sm">
          {entries?.map(({ id, name, note, to }) => (
            <li key={id} className="flex min-h-11 items-center justify-between gap-4 py-2">
              {exists(to) ? (
                <Link {...linkTo(to)} className="min-w-0 font-medium underline-offset-4 hover:underline">
                  {name}
                </Link>
              ) : (
                <span className="min-w-0 font-medium">{name}</span>
              )}
              <span className="shrink-0 text-muted tabular-nums">{note}</span>
            </li>
          )) ??
            [1, 2, 3].map((i) => (
              <li key={i} className="flex min-h-11 items-center justify-between gap-4 py-2">
                <Skeleton className="h-4 w-40 max-w-1/2" />
                <Skeleton className="h-4 w-16" />
              </li>
            ))}
        </ul>
      )}
    </Card>
  );
}
