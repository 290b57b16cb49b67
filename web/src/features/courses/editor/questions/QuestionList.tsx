import { useLingui } from "@lingui/react/macro";
import {
  ArrowDown,
  ArrowUp,
  BookmarkPlus,
  Copy,
  FileUp,
  Library,
  Pencil,
  Plus,
  Trash2,
  TriangleAlert,
} from "lucide-react";
import { Suspense, useState } from "react";
import { execute } from "../../../../app/graphql.ts";
import { nameQuestionType } from "../../../../app/termNames.ts";
import { Button } from "../../../../ui/Button.tsx";
import { buttonClass } from "../../../../ui/buttonClass.ts";
import { Confirm } from "../../../../ui/Confirm.tsx";
import { Menu, MenuItem } from "../../../../ui/Menu.tsx";
import { Tag } from "../../../../ui/Tag.tsx";
import { lazyPart } from "../../../../ui/lazyPart.tsx";
import {
  acceptsEveryAnswer,
  copyQuestion,
  findQuestionProblem,
  newQuestion,
  type Question,
  questionTypes,
} from "../question.ts";
import { toQuestionInput } from "../questionForms.ts";
import { ExportMenu } from "./ExportMenu.tsx";
import { QuestionDialog } from "./QuestionDialog.tsx";
import { WriteQuestions } from "./questions.documents.ts";
import { MathText } from "../../../../ui/text/MathText.tsx";

const ImportDialog = lazyPart(() => import("./ImportDialog.tsx"));
const BankDialog = lazyPart(() => import("./BankDialog.tsx"));
const SaveToBankDialog = lazyPart(() => import("./SaveToBankDialog.tsx"));

type Props = {
  questions: Question[];
  /** The title of the unit, which names the questions in an exported file. */
  title: string;
  /** False where nothing is submitted that could wait to be marked. */
  takesEssays?: boolean;
  onChange: (questions: Question[]) => void;
};
/** The question in the dialog; `index` is null for a new one. */
type Open = { question: Question; index: number | null };

/** Lists the questions of a unit in their order. */
export function QuestionList({ questions, title, takesEssays = true, onChange }: Props) {
  const types = questionTypes.filter((type) => takesEssays || type !== "Essay");
  const { t } = useLingui();
  const [open, setOpen] = useState<Open | null>(null);
  const [dialog, setDialog] = useState<"import" | "bank" | "save" | null>(null);
  const [toDelete, setToDelete] = useState<number | null>(null);

  return (
    <section aria-label={t`Questions`}>
      <h3 className="mb-2 text-sm font-medium">{t`Questions`}</h3>
      {questions.length > 0 && (
        <ol className="mb-4 divide-y divide-line rounded-ctl border border-line">
          {questions.map((question, index) => (
            <li key={question.id ?? `new-${index}`} className="flex flex-wrap items-start gap-x-3 gap-y-1 px-4 py-3">
              <div className="min-w-0 flex-1 basis-52 pt-0.5">
                <p>
                  <span className="mr-2 text-sm text-muted tabular-nums">{index + 1}.</span>
                  <MathText text={question.question} />
                </p>
                <p className="mt-1 flex flex-wrap items-center gap-2 text-small">
                  <Tag>{nameQuestionType(question.type)}</Tag>
                  <Warning question={question} />
                </p>
              </div>
              <div className="ml-auto flex shrink-0">
                <IconButton label={t`Edit question ${index + 1}`} onPress={() => setOpen({ question, index })}>
                  <Pencil size={16} aria-hidden />
                </IconButton>
                <IconButton
                  label={t`Move question ${index + 1} up`}
                  disabled={index === 0}
                  onPress={() => move(index, -1)}
                >
                  <ArrowUp size={16} aria-hidden />
                </IconButton>
                <IconButton
                  label={t`Move question ${index + 1} down`}
                  disabled={index === questions.length - 1}
                  onPress={() => move(index, 1)}
                >
                  <ArrowDown size={16} aria-hidden />
                </IconButton>
                <IconButton
                  label={t`Duplicate question ${index + 1}`}
                  onPress={() => onChange(questions.toSpliced(index + 1, 0, copyQuestion(question)))}
                >
                  <Copy size={16} aria-hidden />
                </IconButton>
                <IconButton label={t`Delete question ${index + 1}`} onPress={() => setToDelete(index)}>
                  <Trash2 size={16} aria-hidden />
                </IconButton>
              </div>
            </li>
          ))}
        </ol>
      )}
      {questions.length === 0 && <p className="mb-3 text-sm text-muted">{t`No questions yet.`}</p>}
      <Menu
        align="start"
        triggerClass={buttonClass({ kind: "quiet" })}
        trigger={
          <>
            <Plus size={16} aria-hidden />
            {t`Add question`}
          </>
        }
      >
        {types.map((type) => (
          <MenuItem key={type} onPress={() => setOpen({ question: newQuestion(type), index: null })}>
            {nameQuestionType(type)}
          </MenuItem>
        ))}
      </Menu>
      <div className="mt-3 flex flex-wrap gap-2">
        <Button kind="ghost" size="small" onClick={() => setDialog("import")}>
          <FileUp size={15} aria-hidden />
          {t`Import questions`}
        </Button>
        <Button kind="ghost" size="small" onClick={() => setDialog("bank")}>
          <Library size={15} aria-hidden />
          {t`Question bank`}
        </Button>
        {questions.length > 0 && (
          <>
            <Button kind="ghost" size="small" onClick={() => setDialog("save")}>
              <BookmarkPlus size={15} aria-hidden />
              {t`Save to the question bank`}
            </Button>
            <ExportMenu
              isSmall
              write={async (format) =>
                (await execute(WriteQuestions, { format, title, questions: questions.map(toQuestionInput) }))
                  .writeQuestions
              }
            />
          </>
        )}
      </div>
      <Suspense fallback={null}>
        {dialog === "import" && (
          <ImportDialog takesEssays={takesEssays} onClose={() => setDialog(null)} onImport={add} />
        )}
        {dialog === "bank" && <BankDialog onClose={() => setDialog(null)} onTake={add} />}
        {dialog === "save" && <SaveToBankDialog questions={questions} onClose={() => setDialog(null)} />}
      </Suspense>
      {open && (
        <QuestionDialog
          question={open.question}
          isNew={open.index === null}
          onClose={() => setOpen(null)}
          onSave={(question) => {
            onChange(open.index === null ? [...questions, question] : questions.with(open.index, question));
            setOpen(null);
          }}
        />
      )}
      <Confirm
        open={toDelete !== null}
        onClose={() => setToDelete(null)}
        onConfirm={() => {
          if (toDelete !== null) onChange(questions.toSpliced(toDelete, 1));
          setToDelete(null);
        }}
        title={t`Confirm Deletion`}
        confirm={t`Delete`}
      >
        {t`Are you sure you want to delete this question?`}
      </Confirm>
    </section>
  );

  function add(others: Question[]) {
    onChange([...questions, ...others]);
    setDialog(null);
  }

  function move(index: number, by: number) {
    const question = questions[index];
    if (question) onChange(questions.toSpliced(index, 1).toSpliced(index + by, 0, question));
  }
}

function Warning({ question }: { question: Question }) {
  const { t } = useLingui();
  const problem = findQuestionProblem(question) ?? (acceptsEveryAnswer(question) ? t`every answer passes` : null);
  if (!problem) return null;
  return (
    <span className="inline-flex items-center gap-1.5 text-warn-text">
      <TriangleAlert size={14} aria-hidden />
      {problem}
    </span>
  );
}

type IconButtonProps = { label: string; disabled?: boolean; onPress: () => void; children: React.ReactNode };

function IconButton({ label, disabled = false, onPress, children }: IconButtonProps) {
  return (
    <Button kind="ghost" size="icon" keepsFocus aria-label={label} disabled={disabled} onClick={onPress}>
      {children}
    </Button>
  );
}
