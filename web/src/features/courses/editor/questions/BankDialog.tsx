import { plural } from "@lingui/core/macro";
import { useLingui } from "@lingui/react/macro";
import { useQuery } from "@tanstack/react-query";
import { Pencil, Trash2 } from "lucide-react";
import { useState } from "react";
import { nameQuestionType } from "../../../../app/termNames.ts";
import { getMessage } from "../../../../app/errors.ts";
import type { BankQuestionsQuery } from "../../../../gen/graphql.ts";
import { Button } from "../../../../ui/Button.tsx";
import { Checkbox } from "../../../../ui/Checkbox.tsx";
import { Dialog } from "../../../../ui/Dialog.tsx";
import { ErrorState } from "../../../../ui/ErrorState.tsx";
import { Field } from "../../../../ui/Field.tsx";
import { Select } from "../../../../ui/Select.tsx";
import { Skeleton } from "../../../../ui/Skeleton.tsx";
import { Tag } from "../../../../ui/Tag.tsx";
import { useDebounced } from "../../../../ui/useDebounced.ts";
import { toNewQuestion } from "../questionForms.ts";
import type { Question } from "../question.ts";
import { bankCategoriesQuery, bankPage, bankQuestionsQuery } from "./bankQueries.ts";
import { BankQuestionDialog } from "./BankQuestionDialog.tsx";
import { DeleteBankQuestionDialog } from "./DeleteBankQuestionDialog.tsx";

type Row = BankQuestionsQuery["bankQuestions"]["rows"][number];

/** Shows the question bank: search by category and words, insert copies, edit and delete. */
export default function BankDialog({
  onClose,
  onTake,
}: {
  onClose: () => void;
  onTake: (questions: Question[]) => void;
}) {
  const { t } = useLingui();
  const [category, setCategory] = useState("");
  const [search, setSearch] = useState("");
  const [page, setPage] = useState(0);
  const [typed, type] = useDebounced(search, (text) => (setSearch(text), setPage(0)));
  const [chosen, setChosen] = useState<ReadonlyMap<number, Question>>(new Map());
  const [edited, setEdited] = useState<Row | null>(null);
  const [toDelete, setToDelete] = useState<Row | null>(null);
  const categories = useQuery(bankCategoriesQuery);
  const bank = useQuery(bankQuestionsQuery(category, search, page));
  const count = chosen.size;
  const pages = Math.ceil((bank.data?.total ?? 0) / bankPage);

  return (
    <Dialog
      open
      isForm
      size="large"
      onClose={onClose}
      title={t`Question bank`}
      actions={
        <>
          <Button kind="quiet" onClick={onClose}>
            {t`Close`}
          </Button>
          <Button disabled={count === 0} onClick={() => onTake([...chosen.values()])}>
            {plural(count, { one: "Add # question", other: "Add # questions" })}
          </Button>
        </>
      }
    >
      <div className="grid gap-4">
        <div className="grid gap-4 sm:grid-cols-2">
          <Select
            label={t`Category`}
            value={category}
            onChange={(event) => (setCategory(event.target.value), setPage(0))}
            options={[
              { value: "", label: t`All categories` },
              ...(categories.data ?? []).map(({ name, questions }) => ({
                value: name,
                label: `${name} (${questions})`,
              })),
            ]}
          />
          <Field label={t`Search`} type="search" value={typed} onChange={(event) => type(event.target.value)} />
        </div>
        {bank.isPending && <Skeleton className="h-40" />}
        {bank.error && (
          <ErrorState
            title={t`The question bank could not be loaded.`}
            detail={getMessage(bank.error)}
            onRetry={() => void bank.refetch()}
          />
        )}
        {bank.data?.total === 0 && (
          <p className="text-sm text-muted">
            {category || search
              ? t`No questions are found.`
              : t`The question bank is empty. Save questions of a course to it.`}
          </p>
        )}
        {bank.data && bank.data.rows.length > 0 && (
          <ul className="divide-y divide-line rounded-ctl border border-line">
            {bank.data.rows.map((row) => (
              <li key={row.id} className="flex items-start gap-3 px-4 py-3">
                <div className="min-w-0 flex-1">
                  <Checkbox label={row.question} checked={chosen.has(row.id)} onChange={() => choose(row)} />
                  <p className="mt-1 flex flex-wrap gap-2 pl-7.5 text-small">
                    <Tag>{nameQuestionType(toNewQuestion(row).type)}</Tag>
                    <span className="text-muted">{row.category}</span>
                  </p>
                </div>
                {row.may_edit && (
                  <>
                    <Button
                      kind="ghost"
                      size="icon"
                      aria-label={t`Edit ${row.question}`}
                      onClick={() => setEdited(row)}
                    >
                      <Pencil size={16} aria-hidden />
                    </Button>
                    <Button
                      kind="ghost"
                      size="icon"
                      aria-label={t`Delete ${row.question}`}
                      onClick={() => setToDelete(row)}
                    >
                      <Trash2 size={16} aria-hidden />
                    </Button>
                  </>
                )}
              </li>
            ))}
          </ul>
        )}
        {pages > 1 && (
          <div className="flex items-center justify-end gap-3 text-sm">
            <span className="text-muted tabular-nums">{t`Page ${page + 1} of ${pages}`}</span>
            <Button kind="quiet" size="small" keepsFocus disabled={page === 0} onClick={() => setPage(page - 1)}>
              {t`Previous`}
            </Button>
            <Button kind="quiet" size="small" keepsFocus disabled={page + 1 >= pages} onClick={() => setPage(page + 1)}>
              {t`Next`}
            </Button>
          </div>
        )}
      </div>
      {edited && (
        <BankQuestionDialog
          id={edited.id}
          version={edited.version}
          category={edited.category}
          question={toNewQuestion(edited)}
          onClose={() => setEdited(null)}
          onSaved={(question) => chosen.has(edited.id) && setChosen(new Map(chosen).set(edited.id, question))}
        />
      )}
      <DeleteBankQuestionDialog
        toDelete={toDelete}
        onClose={() => setToDelete(null)}
        onDeleted={() => toDelete && chosen.has(toDelete.id) && choose(toDelete)}
      />
    </Dialog>
  );

  function choose(row: Row) {
    const next = new Map(chosen);
    if (!next.delete(row.id)) next.set(row.id, toNewQuestion(row));
    setChosen(next);
  }
}
