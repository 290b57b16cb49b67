import { plural } from "@lingui/core/macro";
import { useLingui } from "@lingui/react/macro";
import { useMutation } from "@tanstack/react-query";
import { Download } from "lucide-react";
import { nameAnswer, nameQuestionType } from "../../../../app/termNames.ts";
import { getMessage } from "../../../../app/errors.ts";
import { execute } from "../../../../app/graphql.ts";
import { Button } from "../../../../ui/Button.tsx";
import { Dialog } from "../../../../ui/Dialog.tsx";
import { saveFile } from "../../../../ui/saveFile.ts";
import { Tag } from "../../../../ui/Tag.tsx";
import { UploadBox } from "../../../../ui/UploadBox.tsx";
import type { toNewQuestion } from "../questionForms.ts";
import { type Question, withoutMarking } from "../question.ts";
import { addPictures, type ImportedQuestion } from "./importPictures.ts";
import { readQuestionFile, toBlob } from "./questionFiles.ts";
import { QuestionTemplate, ReadQuestions } from "./questions.documents.ts";

/** In characters: a request has at most a megabyte. */
const largest = 950_000;
/** Of a package only its texts are sent. */
const largestPackage = 100_000_000;

/** Imports questions from a file: shows those that can be taken, what of them is left out, and why the others cannot. */
export default function ImportDialog({
  takesEssays = true,
  onClose,
  onImport,
}: {
  /** False where an essay becomes a Free Text. */
  takesEssays?: boolean;
  onClose: () => void;
  onImport: (questions: Question[]) => void;
}) {
  const { t } = useLingui();
  const template = useMutation({
    mutationFn: async (format: "csv" | "xlsx") => (await execute(QuestionTemplate, { format })).questionTemplate,
    onSuccess: (content, format) => saveFile(`questions.${format}`, toBlob({ content, is_base64: format === "xlsx" })),
  });
  const reading = useMutation({
    mutationFn: async (file: File) => {
      const chosen = file.size > largestPackage ? null : await readQuestionFile(file);
      if (!chosen || chosen.read.content.length > largest)
        throw new Error(t`This file is larger than 700 kB without its pictures. Please split it.`);
      const { questions, problems, notes } = (await execute(ReadQuestions, chosen.read)).readQuestions;
      const taken = await addPictures(questions, chosen.findPicture);
      const fit = (each: ImportedQuestion) =>
        takesEssays ? each : { ...each, question: withoutMarking(each.question) };
      return { questions: taken.questions.map(fit), problems: [...problems, ...taken.problems], notes };
    },
  });
  const questions = reading.data?.questions ?? [];
  const problems = reading.data?.problems ?? [];
  const notes = reading.data?.notes ?? [];
  const isSheet = /\.(?:csv|xlsx)$/i.test(reading.variables?.name ?? "");
  const count = questions.length;

  return (
    <Dialog
      open
      isForm
      size="large"
      onClose={onClose}
      title={t`Import questions`}
      actions={
        <>
          <Button kind="quiet" onClick={onClose}>
            {t`Close`}
          </Button>
          <Button disabled={count === 0} onClick={() => onImport(questions.map(({ question }) => question))}>
            {plural(count, { one: "Add # question", other: "Add # questions" })}
          </Button>
        </>
      }
    >
      <div className="grid gap-5">
        <UploadBox
          label={t`File with questions`}
          accept=".csv,.xlsx,.gift,.txt,.xml,.zip"
          hint={t`A CSV or Excel file in the form of the template, a GIFT or XML file of Moodle, or a file or package (.zip) of QTI 2 or 3.`}
          current={reading.variables?.name}
          error={reading.error ? getMessage(reading.error) : undefined}
          onChoose={([file]) => file && reading.mutate(file)}
          onCancel={() => {}}
          onRetry={() => {}}
        />
        <div>
          <div className="flex flex-wrap gap-2">
            <Button kind="quiet" size="small" busy={template.isPending} onClick={() => template.mutate("csv")}>
              <Download size={15} aria-hidden />
              {t`Download CSV template`}
            </Button>
            <Button kind="quiet" size="small" busy={template.isPending} onClick={() => template.mutate("xlsx")}>
              <Download size={15} aria-hidden />
              {t`Download Excel template`}
            </Button>
          </div>
          {template.error && (
            <p role="alert" className="mt-2 text-sm text-danger">
              {getMessage(template.error)}
            </p>
          )}
        </div>
        {problems.length > 0 && (
          <div role="alert" className="rounded-card border border-danger px-5 py-4 text-sm">
            <p className="font-semibold">
              {plural(problems.length, { one: "# problem in the file", other: "# problems in the file" })}
            </p>
            {count > 0 && <p>{t`The other questions can be added.`}</p>}
            <PlaceList places={problems} isSheet={isSheet} className="text-danger" />
          </div>
        )}
        {notes.length > 0 && (
          <div className="rounded-card border border-line px-5 py-4 text-sm">
            <p className="font-semibold">{t`Left out of the questions below`}</p>
            <PlaceList places={notes} isSheet={isSheet} className="text-muted" />
          </div>
        )}
        {count > 0 && (
          <ol className="divide-y divide-line rounded-ctl border border-line" aria-label={t`Questions in the file`}>
            {questions.map(({ read: each, question }, index) => (
              <li key={`${each.source ?? ""} ${each.line}`} className="grid gap-1 px-4 py-3 text-sm">
                <p>
                  <span className="mr-2 text-muted tabular-nums">{index + 1}.</span>
                  {each.question}
                </p>
                <p className="flex flex-wrap gap-2 text-small">
                  <Tag>{nameQuestionType(question.type)}</Tag>
                  {each.points > 1 && <Tag>{plural(each.points, { one: "# point", other: "# points" })}</Tag>}
                  <span className="text-muted">{formatAnswers(each)}</span>
                </p>
                <PicturePreview question={question} />
                <FeedbackPreview question={each} />
              </li>
            ))}
          </ol>
        )}
      </div>
    </Dialog>
  );
}

type Read = Parameters<typeof toNewQuestion>[0];
type Place = { line: number; source?: string | null; message: string };

/** Lists messages with their line, their row in a sheet, or their file in a package. */
function PlaceList({ places, isSheet, className }: { places: readonly Place[]; isSheet: boolean; className: string }) {
  const { t } = useLingui();
  return (
    <ul className={`mt-1 grid gap-0.5 ${className}`}>
      {places.map(({ line, source, message }) => (
        <li key={`${source ?? ""} ${line} ${message}`} className="min-w-0 wrap-anywhere">
          {source ? `${source}:` : isSheet ? t`Row ${line}:` : t`Line ${line}:`} {message}
        </li>
      ))}
    </ul>
  );
}

/** Shows the pictures of a question, small. */
function PicturePreview({ question: { media = [], options, pairs } }: { question: Question }) {
  const pictures = [...media, ...[...options, ...pairs].flatMap(({ picture }) => picture ?? [])];
  if (pictures.length === 0) return null;
  return (
    <p className="flex flex-wrap gap-2">
      {pictures.map(({ file, alt }, index) => (
        <img
          key={index}
          src={file}
          alt={alt}
          className="h-16 max-w-full rounded-ctl border border-line object-contain"
        />
      ))}
    </p>
  );
}

/** Shows the feedback on the question and its answers, folded. */
function FeedbackPreview({ question: { feedback, options, accepted } }: { question: Read }) {
  const { t } = useLingui();
  const answers = [...options, ...accepted].filter((each) => each.feedback);
  if (!feedback && answers.length === 0) return null;
  return (
    <details className="text-small text-muted">
      <summary className="cursor-pointer">{t`Feedback`}</summary>
      {feedback && <p className="mt-1 whitespace-pre-line">{feedback}</p>}
      {answers.map((each, index) => (
        <p key={index} className="mt-1">
          {each.text}: {each.feedback}
        </p>
      ))}
    </details>
  );
}

const formatWeight = (weight: number | null | undefined) => (weight == null ? "" : ` (${weight} %)`);

/** Returns the answers in one line, so that a preview shows whether a file was understood. */
function formatAnswers({ type, options, pairs, rules, accepted, rubric }: ImportedQuestion["read"]): string {
  if (type === "Multiple Choice" || type === "True or False")
    return options
      .map(({ text, checked, weight }) => `${checked ? "✓" : "✗"} ${nameAnswer(type, text)}${formatWeight(weight)}`)
      .join(" · ");
  if (type === "Number" || type === "Short Text")
    return accepted
      .map(({ text, tolerance, weight }) => `${tolerance > 0 ? `${text} ± ${tolerance}` : text}${formatWeight(weight)}`)
      .join(" · ");
  if (type === "Ordering") return options.map(({ text }) => text).join(" → ");
  if (type === "Match the Pairs") return pairs.map(({ left, right }) => `${left} → ${right}`).join(" · ");
  if (type === "Essay")
    return rubric
      .map(
        ({ criterion, levels }) =>
          `${criterion}: ${levels.map(({ text, points }) => `${text} (${points})`).join(", ")}`,
      )
      .join(" · ");
  return rules.map(({ condition, word, points }) => `${condition} “${word}” (${points})`).join(" · ");
}
