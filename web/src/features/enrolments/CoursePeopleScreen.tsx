import { useLingui } from "@lingui/react/macro";
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { useSearch } from "@tanstack/react-router";
import { useState } from "react";
import { getMessage } from "../../app/errors.ts";
import { execute } from "../../app/graphql.ts";
import { useViewer } from "../../app/session.ts";
import { useTitle } from "../../app/title.ts";
import { sortArgument, useUrlTable } from "../../app/urlTable.ts";
import { useIdInPath } from "../../app/useIdInPath.ts";
import { BackLink } from "../../ui/BackLink.tsx";
import { Button } from "../../ui/Button.tsx";
import { ButtonLink } from "../../ui/ButtonLink.tsx";
import { PageHeader } from "../../ui/PageHeader.tsx";
import { DataTable } from "../../ui/table/DataTable.tsx";
import { pageArguments } from "../../ui/table/tableQuery.ts";
import { CoursePeopleActions } from "./CoursePeopleActions.tsx";
import { formatName, usePeopleColumns } from "./coursePeopleTable.tsx";
import { EnrolDialog } from "./EnrolDialog.tsx";
import { EnrolmentProgress } from "./EnrolmentProgress.tsx";
import { CourseOfPeople, CoursePeople } from "./enrolments.documents.ts";
import { PeopleFilters } from "./PeopleFilters.tsx";

/** Renders `/courses/{id}/people`: who is enrolled in a course and why; enrols people and acts on many of them. */
export function CoursePeopleScreen() {
  const { t } = useLingui();
  const viewer = useViewer();
  const courseId = Number(useIdInPath());
  const [query, setQuery] = useUrlTable();
  const { status, due, source, group, branch } = useSearch({ from: "/signed-in/shell/back-office/courses/$id/people" });
  const filter = { search: query.search, status, due, source, group_id: group, branch_id: branch };
  const [chosen, setChosen] = useState<ReadonlySet<number>>(new Set());
  // All who match this filter are chosen, on every page; another filter is another choice.
  const [allOf, setAllOf] = useState<string | null>(null);
  const isAllChosen = allOf === JSON.stringify(filter);
  const [isEnrolling, setEnrolling] = useState(false);
  const [runId, setRunId] = useState<number | null>(null);
  const columns = usePeopleColumns();
  const course = useQuery({
    queryKey: ["courseOfPeople", courseId],
    queryFn: async () => (await execute(CourseOfPeople, { id: courseId })).course ?? null,
  });
  const people = useQuery({
    queryKey: ["coursePeople", courseId, filter, query],
    queryFn: async () =>
      (
        await execute(CoursePeople, {
          course_id: courseId,
          ...filter,
          sort: sortArgument(query),
          ...pageArguments(query),
        })
      ).coursePeople,
    placeholderData: keepPreviousData,
    staleTime: 0,
  });
  const title = course.data?.title || t`Course`;
  const total = people.data?.total ?? 0;
  useTitle(t`People in ${title}`);
  const forget = () => {
    setChosen(new Set());
    setAllOf(null);
  };

  return (
    <>
      <BackLink to="/courses">{t`Back to courses`}</BackLink>
      <PageHeader title={t`People in ${title}`}>
        {course.data?.may_edit && (
          <ButtonLink kind="quiet" to="/courses/$id/edit" params={{ id: courseId }}>
            {t`Edit course`}
          </ButtonLink>
        )}
        {viewer.can("report.view") && (
          <ButtonLink kind="quiet" to="/reports/courses/$id" params={{ id: courseId }}>
            {t`Course Report`}
          </ButtonLink>
        )}
        <Button onClick={() => setEnrolling(true)}>{t`Enrol people`}</Button>
      </PageHeader>
      {runId !== null && <EnrolmentProgress key={runId} runId={runId} onOver={() => setRunId(null)} />}
      <DataTable
        label={t`People`}
        columns={columns}
        rows={people.data?.rows}
        total={total}
        rowKey={({ id }) => id}
        query={query}
        onQueryChange={setQuery}
        searchLabel={t`Search people`}
        refreshing={people.isPlaceholderData}
        toolbar={<PeopleFilters status={status} due={due} source={source} group={group} branch={branch} />}
        selection={{
          chosen,
          onChange: (next) => {
            setChosen(next);
            setAllOf(null);
          },
          id: ({ id }) => id,
          label: (row) => (row.may_manage ? t`Select ${formatName(row)}` : null),
          matching: {
            total,
            isChosen: isAllChosen,
            onChoose: () => setAllOf(JSON.stringify(filter)),
          },
        }}
        bulkActions={
          <CoursePeopleActions
            courseId={courseId}
            people={isAllChosen ? filter : { user_ids: [...chosen] }}
            count={isAllChosen ? total : chosen.size}
            onDone={forget}
          />
        }
        {...(viewer.can("user.view") && { rowHref: ({ id }: { id: number }) => `/user/${id}` })}
        empty={{
          title: t`Nobody is enrolled yet`,
          text: t`Enrol people one by one, or whole groups and branches.`,
          action: <Button onClick={() => setEnrolling(true)}>{t`Enrol people`}</Button>,
          noMatch: { title: t`Nobody found`, text: t`Try another search or other filters.` },
        }}
        error={
          people.error && {
            title: t`The people could not be loaded.`,
            detail: getMessage(people.error),
            onRetry: () => void people.refetch(),
          }
        }
      />
      {isEnrolling && <EnrolDialog courseId={courseId} onClose={() => setEnrolling(false)} onWorking={setRunId} />}
    </>
  );
}
