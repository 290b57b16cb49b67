import { useLingui } from "@lingui/react/macro";
import { useQuery } from "@tanstack/react-query";
import { useParams } from "@tanstack/react-router";
import { Pencil } from "lucide-react";
import type { ReactNode } from "react";
import { getMessage } from "../../app/errors.ts";
import { execute } from "../../app/graphql.ts";
import { roleLabel } from "../../app/roles.ts";
import { useTitle } from "../../app/title.ts";
import type { InstanceUserViewQuery } from "../../gen/graphql.ts";
import { BackLink } from "../../ui/BackLink.tsx";
import { ButtonLink } from "../../ui/ButtonLink.tsx";
import { Card } from "../../ui/Card.tsx";
import { ErrorState } from "../../ui/ErrorState.tsx";
import { PageHeader } from "../../ui/PageHeader.tsx";
import { InstanceUserView } from "./people.documents.ts";
import { FormSkeleton } from "./FormSkeleton.tsx";
import { formatPercent, formatTableDate } from "../../ui/format.ts";

/** Renders `/admin/instance/{id}/user/{user}`: shows a user of an instance. */
export function InstanceUserScreen() {
  const { t } = useLingui();
  const { id, user } = useParams({ from: "/signed-in/shell/back-office/admin/instance/$id/user/$user" });
  const { data, error, refetch } = useQuery({
    queryKey: ["instanceUserView", user],
    queryFn: async () => (await execute(InstanceUserView, { id: user })).user,
    staleTime: 0,
  });
  const name = data && `${data.first_name} ${data.last_name}`;
  useTitle(name);
  return (
    <>
      <BackLink to={`/admin/instance/${id}`}>{t`Back to the instance`}</BackLink>
      <PageHeader title={name ?? t`User`}>
        <ButtonLink kind="quiet" to="/admin/instance/$id/user/$user/edit" params={{ id, user }}>
          <Pencil size={16} aria-hidden />
          {t`Edit User`}
        </ButtonLink>
      </PageHeader>
      {data ? (
        <Loaded user={data} />
      ) : error ? (
        <ErrorState title={t`Failed to fetch user data.`} detail={getMessage(error)} onRetry={() => void refetch()} />
      ) : (
        <FormSkeleton />
      )}
    </>
  );
}

function Loaded({ user }: { user: InstanceUserViewQuery["user"] }) {
  const { t } = useLingui();
  const yesOrNo = (is: boolean) => (is ? t`Yes` : t`No`);
  return (
    <div className="grid max-w-4xl gap-5 lg:grid-cols-2">
      <Card title={t`Account`}>
        <Facts
          facts={[
            [t`Email`, user.email],
            [t`Role`, roleLabel(user.role)],
            [t`Active`, yesOrNo(user.is_active)],
            [t`Primary Instance Access`, yesOrNo(user.is_primary)],
            [t`Instance owner`, yesOrNo(user.is_owner)],
            [t`Deactivate At`, formatTableDate(user.deactivate_at)],
            [t`Groups`, user.groups.map((group) => group.name).join(", ") || t`None`],
          ]}
        />
      </Card>
      <Card title={t`Courses`}>
        {user.enrolledCourses.length === 0 ? (
          <p className="text-muted">{t`This user is not enrolled in any courses.`}</p>
        ) : (
          <Facts facts={user.enrolledCourses.map((course) => [course.course_title, formatPercent(course.progress)])} />
        )}
      </Card>
    </div>
  );
}

function Facts({ facts }: { facts: [string, ReactNode][] }) {
  return (
    <dl className="grid grid-cols-[minmax(0,1fr)_auto] gap-x-6 gap-y-3 text-sm">
      {facts.map(([term, value], index) => (
        <div key={index} className="contents">
          <dt className="min-w-0 text-muted">{term}</dt>
          <dd className="min-w-0 text-right">{value}</dd>
        </div>
      ))}
    </dl>
  );
}
