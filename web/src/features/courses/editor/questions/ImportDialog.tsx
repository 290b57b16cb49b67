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
import { toNewQuestion } from "../questionForms.ts";
import type { Question } from "../question.ts";
import { QuestionTemplate, ReadQuestions } from "./questions.documents.ts";

const largest = 700_000;

/** Imports questions from a GIFT, CSV or Moodle XML file: shows those that can be taken, and why the others cannot. */
export default function ImportDialog({
  onClose,
  onImport,
}: {
  onClose: () => void;
  onImport: (questions: Question[]) => void;
}) {
  const { t } = useLingui();
  const template = useMutation({
    mutationFn: async () => (await execute(QuestionTemplate)).questionTemplate,
    onSuccess: (text) => saveFile("questions.csv", new Blob([text], { type: "text/csv" })),
  });
  const reading = useMutation({
    mutationFn: async (file: File) => {
      if (file.size > largest) throw new Error(t`This file is larger than 700 kB. Please split it.`);
      const format = /\.csv$/i.test(file.name) ? "csv" : /\.xml$/i.test(file.name) ? "moodle_xml" : "gift";
      return (await execute(ReadQuestions, { format, content: await file.text() })).readQuestions;
    },
  });
  const questions = reading.data?.questions ?? [];
  const problems = reading.data?.problems ?? [];
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
          <Button disabled={count === 0} onClick={() => onImport(questions.map((each) => toNewQuestion(each)))}>
            {plural(count, { one: "Add # question", other: "Add # questions" })}
          </Button>
        </>
      }
    >
      <div className="grid gap-5">
        <UploadBox
          label={t`File with questions`}
          accept=".csv,.gift,.txt,.xml"
          hint={t`A CSV file in the form of the template, or a GIFT or XML file of Moodle.`}
          current={reading.variables?.name}
          error={reading.error ? getMessage(reading.error) : undefined}
          onChoose={([file]) => file && reading.mutate(file)}
          onCancel={() => {}}
          onRetry={() => {}}
        />
        <div>
          <Button kind="quiet" size="small" busy={template.isPending} onClick={() => template.mutate()}>
            <Download size={15} aria-hidden />
            {t`Download Template`}
          </Button>
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
            <ul className="mt-1 grid gap-0.5 text-danger">
              {problems.map(({ line, message }) => (
                <li key={`${line} ${message}`} className="break-words">
                  {t`Line ${line}:`} {message}
                </li>
              ))}
            </ul>
          </div>
        )}
        {count > 0 && (
          <ol className="divide-y divide-line rounded-ctl border border-line" aria-label={t`Questions in the file`}>
            {questions.map((each, index) => (
              <li key={each.line} className="grid gap-1 px-4 py-3 text-sm">
                <p className="break-words">
                  <span className="mr-2 text-muted tabular-nums">{index + 1}.</span>
                  {each.question}
                </p>
                <p className="flex flex-wrap gap-2 text-small">
                  <Tag>{nameQuestionType(toNewQuestion(each).type)}</Tag>
                  <span className="break-words text-muted">{formatAnswers(each)}</span>
                </p>
              </li>
            ))}
          </ol>
        )}
      </div>
    </Dialog>
  );
}

type Read = Parameters<typeof toNewQuestion>[0];

/** Returns the answers in one line, so that a preview shows whether a file was understood. */
function formatAnswers({ type, options, pairs, rules, accepted }: Read): string {
  if (type === "Multiple Choice" || type === "True or False")
    return options.map(({ text, checked }) => `${checked ? "✓" : "✗"} ${nameAnswer(type, text)}`).join("  ");
  if (type === "Number" || type === "Short Text")
    return accepted.map(({ text, tolerance }) => (tolerance > 0 ? `${text} ± ${tolerance}` : text)).join("  ");
  if (type === "Ordering") return options.map(({ text }) => text).join(" → ");
  if (type === "Match the Pairs") return pairs.map(({ left, right }) => `${left} → ${right}`).join("  ");
  return rules.map(({ condition, word, points }) => `${condition} “${word}” (${points})`).join("  ");
}
