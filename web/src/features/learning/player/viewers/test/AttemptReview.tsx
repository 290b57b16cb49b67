import { useLingui } from "@lingui/react/macro";
import { nameAnswer } from "../../../../../app/termNames.ts";
import { formatNumber } from "../../../../../ui/format.ts";
import { StatusDot } from "../../../../../ui/StatusDot.tsx";
import { MediaList } from "../../../questions/MediaList.tsx";
import { FeedbackList } from "../../../questions/FeedbackList.tsx";
import type { Attempt } from "./attempt.ts";
import { EssayMark } from "./EssayMark.tsx";
import { ReviewedRegions } from "./ReviewedRegions.tsx";
import { MathText } from "../../../../../ui/text/MathText.tsx";

type Question = NonNullable<Attempt["review"]>[number];

/** Lists the questions of an attempt with the answers, which of them were right, and the right ones where they are shown. */
export function AttemptReview({ title, questions }: { title: string; questions: Question[] }) {
  return (
    <section aria-label={title} className="rounded-card border border-line bg-surface p-6 sm:p-8">
      <h2 className="text-large font-semibold">{title}</h2>
      <ReviewList questions={questions} />
    </section>
  );
}

export function ReviewList({ questions }: { questions: Question[] }) {
  const { t } = useLingui();
  const read = (type: string, lines: string[]) => lines.map((line) => nameAnswer(type, line)).join(", ");
  return (
    <ol className="mt-4 grid list-decimal gap-5 pl-6">
      {questions.map((asked) => {
        const { id, type, question, answer, is_correct, credit, points, right_answers, feedback } = asked;
        const { media, pictures, regions } = asked;
        const isEssay = type === "Essay";
        return (
          <li key={id} className="pl-1">
            <p className="font-medium whitespace-pre-line">
              <MathText text={question} />
            </p>
            <ReviewedMedia media={media} regions={regions} />
            <p className={`mt-1 text-sm ${isEssay ? "whitespace-pre-line" : ""}`}>
              <span className="text-muted">{t`Your answer:`}</span>{" "}
              {answer.length === 0 ? t`None` : isEssay ? answer.join("\n") : <MathText text={read(type, answer)} />}
            </p>
            <Chosen pictures={pictures} lines={answer} />
            {right_answers && !is_correct && (
              <p className="text-sm">
                <span className="text-muted">{t`Right answer:`}</span> <MathText text={read(type, right_answers)} />
              </p>
            )}
            <div className="mt-1 text-sm">
              {isEssay ? (
                <EssayMark {...asked} />
              ) : (
                <StatusDot tone={is_correct ? "ok" : "warn"} label={is_correct ? t`Correct` : t`Incorrect`} />
              )}
              {credit != null && (isEssay || points > 1 || (credit > 0 && !is_correct)) && (
                <span className={`text-muted tabular-nums ${isEssay ? "mt-2 block" : "ml-3"}`}>
                  {t`${formatPoints(credit * points)} of ${formatPoints(points)} points`}
                </span>
              )}
            </div>
            <FeedbackList type={type} feedback={feedback} />
          </li>
        );
      })}
    </ol>
  );
}

/** Shows the pictures and recordings of a question; the first picture of a hotspot question with its regions. */
function ReviewedMedia({ media, regions }: Pick<Question, "media" | "regions">) {
  const picture = regions.length > 0 ? media.find(({ kind }) => kind === "picture") : undefined;
  return (
    <>
      {picture && <ReviewedRegions picture={picture} regions={regions} />}
      <MediaList media={media.filter((each) => each !== picture)} />
    </>
  );
}

/** Shows the pictures that an answer chose. */
function Chosen({ pictures, lines }: { pictures: Question["pictures"]; lines: string[] }) {
  const chosen = pictures.filter(({ text }) => lines.includes(text));
  if (chosen.length === 0) return null;
  return (
    <p className="my-2 flex flex-wrap gap-2">
      {chosen.map(({ text, picture }) => (
        <img
          key={text}
          src={picture.file}
          alt={picture.alt}
          className="h-20 max-w-40 rounded-ctl border border-line bg-white object-contain"
        />
      ))}
    </p>
  );
}

const formatPoints = (points: number) => formatNumber(points, { maximumFractionDigits: 2 });
