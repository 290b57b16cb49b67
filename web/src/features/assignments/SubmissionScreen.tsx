import { useLingui } from "@lingui/react/macro";
import { useQuery } from "@tanstack/react-query";
import { useIdInPath } from "../../app/useIdInPath.ts";
import { ChevronLeft, ChevronRight } from "lucide-react";
import { ApiError, getMessage } from "../../app/errors.ts";
import { execute } from "../../app/graphql.ts";
import { useTitle } from "../../app/title.ts";
import { BackLink } from "../../ui/BackLink.tsx";
import { ButtonLink } from "../../ui/ButtonLink.tsx";
import { Card } from "../../ui/Card.tsx";
import { Empty } from "../../ui/Empty.tsx";
import { ErrorState } from "../../ui/ErrorState.tsx";
import { PageHeader } from "../../ui/PageHeader.tsx";
import { Skeleton } from "../../ui/Skeleton.tsx";
import { RichText } from "../../ui/text/RichText.tsx";
import { OneSubmission, type Submission } from "./assignments.documents.ts";
import { HandedIn } from "./HandedIn.tsx";
import { History } from "./History.tsx";
import { Review } from "./Review.tsx";

/** Renders `/submissions/{id}`: one submission with its assignment and history, to be accepted or returned. */
export function SubmissionScreen() {
  const { t } = useLingui();
  const id = useIdInPath();
  const submissionId = Number(id);
  const { data, error, refetch } = useQuery({
    queryKey: ["submission", submissionId],
    queryFn: async () => (await execute(OneSubmission, { id: submissionId })).submission,
    staleTime: 0,
  });
  const title = data ? data.unit_title || t`Assignment` : t`Submission`;
  useTitle(title);

  return (
    <>
      <BackLink to="/submissions">{t`Back to submissions`}</BackLink>
      {data ? (
        <Loaded key={data.id} submission={data} title={title} />
      ) : error instanceof ApiError && error.code === "NOT_FOUND" ? (
        <Empty isPage title={t`There is no submission at this address.`} />
      ) : error ? (
        <ErrorState
          isPage
          title={t`The submission could not be loaded.`}
          detail={getMessage(error)}
          onRetry={() => void refetch()}
        />
      ) : (
        <Loading title={title} />
      )}
    </>
  );
}

function Loaded({ submission, title }: { submission: Submission; title: string }) {
  const { t } = useLingui();
  const { user_name, course_title, previous, next } = submission;
  return (
    <>
      <PageHeader title={title} text={`${user_name} · ${course_title}`}>
        <nav aria-label={t`Waiting submissions`} className="flex gap-2">
          {previous !== null && previous !== undefined && (
            <ButtonLink kind="quiet" to="/submissions/$id" params={{ id: previous }}>
              <ChevronLeft size={16} aria-hidden />
              {t`Previous waiting`}
            </ButtonLink>
          )}
          {next !== null && next !== undefined && (
            <ButtonLink kind="quiet" to="/submissions/$id" params={{ id: next }}>
              {t`Next waiting`}
              <ChevronRight size={16} aria-hidden />
            </ButtonLink>
          )}
        </nav>
      </PageHeader>
      <div className="grid items-start gap-6 xl:grid-cols-[minmax(0,1fr)_24rem]">
        <div className="grid min-w-0 gap-6">
          <HandedIn submission={submission} />
          <Card title={t`The task`}>
            <RichText content={submission.assignment} />
          </Card>
        </div>
        <div className="grid min-w-0 gap-6">
          <Review submission={submission} />
          <History submission={submission} />
        </div>
      </div>
    </>
  );
}

function Loading({ title }: { title: string }) {
  return (
    <>
      <PageHeader
        title={
          <>
            <span className="sr-only">{title}</span>
            <Skeleton className="h-10 w-72 max-w-full" />
          </>
        }
      />
      <Skeleton className="h-72 rounded-card" />
    </>
  );
}
