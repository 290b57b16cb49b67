import { useLingui } from "@lingui/react/macro";
import { useQuery } from "@tanstack/react-query";
import { execute } from "../../app/graphql.ts";
import { useIdInPath } from "../../app/useIdInPath.ts";
import { ButtonLink } from "../../ui/ButtonLink.tsx";
import { Card } from "../../ui/Card.tsx";
import { RichText } from "../../ui/text/RichText.tsx";
import { OneSubmission, type Submission } from "./assignments.documents.ts";
import { HandedIn } from "./HandedIn.tsx";
import { History } from "./History.tsx";
import { Review } from "./Review.tsx";
import { NextWaiting, PreviousWaiting, ReviewedWork, ReviewPage } from "./ReviewPage.tsx";

/** Renders `/submissions/{id}`: one submission with its assignment and history, to be accepted or returned. */
export function SubmissionScreen() {
  const { t } = useLingui();
  const id = Number(useIdInPath());
  const { data, error, refetch } = useQuery({
    queryKey: ["submission", id],
    queryFn: async () => (await execute(OneSubmission, { id })).submission,
    staleTime: 0,
  });
  const title = data ? data.unit_title || t`Assignment` : t`Submission`;
  return (
    <ReviewPage
      title={title}
      error={error}
      texts={{
        missing: t`There is no submission at this address.`,
        failed: t`The submission could not be loaded.`,
      }}
      onRetry={() => void refetch()}
    >
      {data ? <Loaded key={data.id} submission={data} title={title} /> : null}
    </ReviewPage>
  );
}

function Loaded({ submission, title }: { submission: Submission; title: string }) {
  const { t } = useLingui();
  const { user_name, course_title, previous, next } = submission;
  const links = (
    <>
      {previous != null && (
        <ButtonLink kind="quiet" to="/submissions/$id" params={{ id: previous }}>
          <PreviousWaiting />
        </ButtonLink>
      )}
      {next != null && (
        <ButtonLink kind="quiet" to="/submissions/$id" params={{ id: next }}>
          <NextWaiting />
        </ButtonLink>
      )}
    </>
  );
  return (
    <ReviewedWork
      title={title}
      user_name={user_name}
      course_title={course_title}
      neighbours={{ label: t`Waiting submissions`, links }}
      side={
        <>
          <Review submission={submission} />
          <History submission={submission} />
        </>
      }
    >
      <HandedIn submission={submission} />
      <Card title={t`The task`}>
        <RichText content={submission.assignment} />
      </Card>
    </ReviewedWork>
  );
}
