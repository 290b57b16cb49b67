import { useLingui } from "@lingui/react/macro";
import { useQuery } from "@tanstack/react-query";
import { useParams } from "@tanstack/react-router";
import { execute } from "../../app/graphql.ts";
import { forEditing } from "../../app/Loaded.tsx";
import { ButtonLink } from "../../ui/ButtonLink.tsx";
import { Card } from "../../ui/Card.tsx";
import { formatDateTime } from "../../ui/format.ts";
import { MathText } from "../../ui/text/MathText.tsx";
import { EssayForm } from "./EssayForm.tsx";
import { type Essay, OneEssay } from "./essays.documents.ts";
import { NextWaiting, PreviousWaiting, ReviewedWork, ReviewPage } from "./ReviewPage.tsx";

/** Renders `/submissions/essays/{attempt}/{question}`: an essay with its question, to be marked. */
export function EssayScreen() {
  const { t } = useLingui();
  const { attempt_id, question_id } = useParams({
    from: "/signed-in/shell/back-office/submissions/essays/$attempt_id/$question_id",
  });
  const { data, error, refetch } = useQuery({
    queryKey: ["submission", "essay", attempt_id, question_id],
    queryFn: async () => (await execute(OneEssay, { attempt_id, question_id })).essay,
    // What another person marks meanwhile must not replace what is being typed; the server refuses the second mark.
    ...forEditing,
  });
  const title = data?.unit_title || t`Essay`;
  return (
    <ReviewPage
      title={title}
      error={error}
      texts={{ missing: t`There is no essay at this address.`, failed: t`The essay could not be loaded.` }}
      onRetry={() => void refetch()}
    >
      {data ? <Loaded key={`${attempt_id}-${question_id}-${data.marked_at ?? ""}`} essay={data} title={title} /> : null}
    </ReviewPage>
  );
}

function Loaded({ essay, title }: { essay: Essay; title: string }) {
  const { t } = useLingui();
  const { previous, next } = essay.neighbours;
  const { words, number } = essay;
  const links = (
    <>
      {previous && (
        <ButtonLink kind="quiet" to="/submissions/essays/$attempt_id/$question_id" params={previous}>
          <PreviousWaiting />
        </ButtonLink>
      )}
      {next && (
        <ButtonLink kind="quiet" to="/submissions/essays/$attempt_id/$question_id" params={next}>
          <NextWaiting />
        </ButtonLink>
      )}
    </>
  );
  return (
    <ReviewedWork
      title={title}
      user_name={essay.user_name}
      course_title={essay.course_title}
      neighbours={{ label: t`Waiting essays`, links }}
      side={<EssayForm essay={essay} />}
    >
      <Card title={t`Question`}>
        <p className="max-w-prose whitespace-pre-line">
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
      <Card title={t`Answer`} action={<p className="text-small text-muted">{formatDateTime(essay.submitted_at)}</p>}>
        <p className="max-w-prose whitespace-pre-wrap">{essay.answer}</p>
        <p className="mt-4 text-small text-muted tabular-nums">
          {t`Words: ${words}`} · {t`Attempt ${number}`}
          <Limits essay={essay} />
        </p>
      </Card>
      {essay.marker_note && (
        <Card title={t`Note for markers`}>
          <p className="max-w-prose whitespace-pre-line">{essay.marker_note}</p>
        </Card>
      )}
    </ReviewedWork>
  );
}

/** Shows how many words were asked for. */
function Limits({ essay: { min_words, max_words } }: { essay: Essay }) {
  const { t } = useLingui();
  if (min_words == null && max_words == null) return null;
  const [least, most] = [min_words ?? 0, max_words ?? "…"];
  return ` · ${t`Asked for: ${least} to ${most} words`}`;
}
