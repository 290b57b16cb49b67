import { useLingui } from "@lingui/react/macro";
import { useQuery } from "@tanstack/react-query";
import { useParams } from "@tanstack/react-router";
import { ChevronLeft, ChevronRight } from "lucide-react";
import { ApiError, getMessage } from "../../app/errors.ts";
import { execute } from "../../app/graphql.ts";
import { useTitle } from "../../app/title.ts";
import { BackLink } from "../../ui/BackLink.tsx";
import { ButtonLink } from "../../ui/ButtonLink.tsx";
import { Card } from "../../ui/Card.tsx";
import { Empty } from "../../ui/Empty.tsx";
import { ErrorState } from "../../ui/ErrorState.tsx";
import { formatDateTime } from "../../ui/format.ts";
import { PageHeader } from "../../ui/PageHeader.tsx";
import { Skeleton } from "../../ui/Skeleton.tsx";
import { MathText } from "../../ui/text/MathText.tsx";
import { EssayForm } from "./EssayForm.tsx";
import { type Essay, OneEssay } from "./essays.documents.ts";

/** Renders `/submissions/essays/{attempt}/{question}`: an essay with its question, to be marked. */
export function EssayScreen() {
  const { t } = useLingui();
  const { attempt_id, question_id } = useParams({
    from: "/signed-in/shell/back-office/submissions/essays/$attempt_id/$question_id",
  });
  const { data, error, refetch } = useQuery({
    queryKey: ["submission", "essay", attempt_id, question_id],
    queryFn: async () => (await execute(OneEssay, { attempt_id, question_id })).essay,
    staleTime: 0,
  });
  const title = data?.unit_title || t`Essay`;
  useTitle(title);

  return (
    <>
      <BackLink to="/submissions">{t`Back to submissions`}</BackLink>
      {data ? (
        <Loaded key={`${attempt_id}-${question_id}-${data.marked_at ?? ""}`} essay={data} title={title} />
      ) : error instanceof ApiError && error.code === "NOT_FOUND" ? (
        <Empty isPage title={t`There is no essay at this address.`} />
      ) : error ? (
        <ErrorState
          isPage
          title={t`The essay could not be loaded.`}
          detail={getMessage(error)}
          onRetry={() => void refetch()}
        />
      ) : (
        <>
          <PageHeader title={title} />
          <Skeleton className="h-72 rounded-card" />
        </>
      )}
    </>
  );
}

function Loaded({ essay, title }: { essay: Essay; title: string }) {
  const { t } = useLingui();
  const { previous, next } = essay.neighbours;
  const { words, number } = essay;
  return (
    <>
      <PageHeader title={title} text={`${essay.user_name} · ${essay.course_title}`}>
        <nav aria-label={t`Waiting essays`} className="flex gap-2">
          {previous && (
            <ButtonLink kind="quiet" to="/submissions/essays/$attempt_id/$question_id" params={previous}>
              <ChevronLeft size={16} aria-hidden />
              {t`Previous waiting`}
            </ButtonLink>
          )}
          {next && (
            <ButtonLink kind="quiet" to="/submissions/essays/$attempt_id/$question_id" params={next}>
              {t`Next waiting`}
              <ChevronRight size={16} aria-hidden />
            </ButtonLink>
          )}
        </nav>
      </PageHeader>
      <div className="grid items-start gap-6 xl:grid-cols-[minmax(0,1fr)_24rem]">
        <div className="grid min-w-0 gap-6">
          <Card title={t`Question`}>
            <p className="max-w-prose break-words whitespace-pre-line">
              <MathText text={essay.question} />
            </p>
            {essay.media.map(({ kind, file, alt }) =>
              kind === "picture" ? (
                <img key={file} src={file} alt={alt} className="mt-4 max-h-96 max-w-full rounded-ctl" />
              ) : (
                <audio key={file} controls src={file} aria-label={alt} className="mt-4 max-w-full" />
              ),
            )}
          </Card>
          <Card
            title={t`Answer`}
            action={<p className="text-small text-muted">{formatDateTime(essay.submitted_at)}</p>}
          >
            <p className="max-w-prose break-words whitespace-pre-wrap">{essay.answer}</p>
            <p className="mt-4 text-small text-muted tabular-nums">
              {t`Words: ${words}`} · {t`Attempt ${number}`}
              <Limits essay={essay} />
            </p>
          </Card>
          {essay.marker_note && (
            <Card title={t`Note for markers`}>
              <p className="max-w-prose break-words whitespace-pre-line">{essay.marker_note}</p>
            </Card>
          )}
        </div>
        <EssayForm essay={essay} />
      </div>
    </>
  );
}

/** Shows how many words were asked for. */
function Limits({ essay: { min_words, max_words } }: { essay: Essay }) {
  const { t } = useLingui();
  if (min_words == null && max_words == null) return null;
  const [least, most] = [min_words ?? 0, max_words ?? "…"];
  return ` · ${t`Asked for: ${least} to ${most} words`}`;
}
