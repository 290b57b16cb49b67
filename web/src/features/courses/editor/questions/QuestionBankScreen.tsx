import { useLingui } from "@lingui/react/macro";
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { Link, useSearch } from "@tanstack/react-router";
import { FileUp, Pencil, Plus } from "lucide-react";
import { Suspense, useState } from "react";
import { nameQuestionType } from "../../../../app/termNames.ts";
import { getMessage } from "../../../../app/errors.ts";
import { useExport } from "../../../../app/useExport.ts";
import { execute } from "../../../../app/graphql.ts";
import { sortArgument, useChangeFilters, useUrlTable } from "../../../../app/urlTable.ts";
import { OwnedName } from "../../../../app/OwnedName.tsx";
import type { BankQuestionsQuery } from "../../../../gen/graphql.ts";
import { Button } from "../../../../ui/Button.tsx";
import { buttonClass } from "../../../../ui/buttonClass.ts";
import { Menu, MenuItem } from "../../../../ui/Menu.tsx";
import { PageHeader } from "../../../../ui/PageHeader.tsx";
import { Select } from "../../../../ui/Select.tsx";
import { DataTable } from "../../../../ui/table/DataTable.tsx";
import { type Column, pageArguments } from "../../../../ui/table/tableQuery.ts";
import { lazyPart } from "../../../../ui/lazyPart.tsx";
import { DeleteButton } from "../../../../app/RowActions.tsx";
import { toNewQuestion } from "../questionForms.ts";
import { newQuestion, type Question, questionTypes } from "../question.ts";
import { bankCategoriesQuery } from "./bankQueries.ts";
import { BankQuestionDialog } from "./BankQuestionDialog.tsx";
import { DeleteBankQuestionDialog } from "./DeleteBankQuestionDialog.tsx";
import { ExportMenu } from "./ExportMenu.tsx";
import { BankQuestions, ExportQuestions } from "./questions.documents.ts";

const ImportDialog = lazyPart(() => import("./ImportDialog.tsx"));
const SaveToBankDialog = lazyPart(() => import("./SaveToBankDialog.tsx"));

type Row = BankQuestionsQuery["bankQuestions"]["rows"][number];
/** The question in the dialog; `id` is null for a new one. */
type Open = { id: number | null; version: number | null; category: string; question: Question };

/** Shows `/question-bank`: the questions that courses may copy or draw; those of other sites are read-only. */
export function QuestionBankScreen() {
  const { t } = useLingui();
  const [query, setQuery] = useUrlTable();
  const category = useSearch({
    strict: false,
    select: (search) => (typeof search.category === "string" ? search.category : ""),
  });
  const exportTable = useExport();
  const [open, setOpen] = useState<Open | null>(null);
  const [toDelete, setToDelete] = useState<Row | null>(null);
  const [isImporting, setImporting] = useState(false);
  const [imported, setImported] = useState<Question[] | null>(null);
  const columns = useColumns();
  const asked = { category: category || null, search: query.search, sort: sortArgument(query) };
  const bank = useQuery({
    queryKey: ["bank", "page", category, query],
    queryFn: async () => (await execute(BankQuestions, { ...asked, ...pageArguments(query) })).bankQuestions,
    placeholderData: keepPreviousData,
    staleTime: 0,
  });

  return (
    <>
      <PageHeader title={t`Question bank`}>
        <Button kind="quiet" onClick={() => setImporting(true)}>
          <FileUp size={16} aria-hidden />
          {t`Import questions`}
        </Button>
        <ExportMenu
          write={async (format) =>
            (await execute(ExportQuestions, { format, category: asked.category, search: asked.search })).exportQuestions
          }
        />
        <Menu
          triggerClass={buttonClass({})}
          trigger={
            <>
              <Plus size={17} aria-hidden />
              {t`Add question`}
            </>
          }
        >
          {questionTypes.map((type) => (
            <MenuItem
              key={type}
              onPress={() => setOpen({ id: null, version: null, category, question: newQuestion(type) })}
            >
              {nameQuestionType(type)}
            </MenuItem>
          ))}
        </Menu>
      </PageHeader>
      <DataTable
        label={t`Question bank`}
        columns={columns}
        rows={bank.data?.rows}
        total={bank.data?.total ?? 0}
        rowKey={(row) => row.id}
        query={query}
        onQueryChange={setQuery}
        searchLabel={t`Search questions`}
        toolbar={<CategoryFilter category={category} />}
        refreshing={bank.isPlaceholderData}
        onRowClick={edit}
        opens={(row) => row.may_edit}
        actions={(row) =>
          row.may_edit && (
            <>
              <Button kind="ghost" size="small" aria-label={t`Edit ${row.question}`} onClick={() => edit(row)}>
                <Pencil size={15} aria-hidden />
                {t`Edit`}
              </Button>
              <DeleteButton name={row.question} onPress={() => setToDelete(row)} />
            </>
          )
        }
        onExport={(format) => exportTable({ kind: "question-bank", ...asked }, format)}
        empty={{
          title: t`No questions yet`,
          text: t`Add questions here, import them, or save those of a course.`,
          noMatch: { title: t`No Questions Found`, text: t`Try adjusting your search or add a new question.` },
        }}
        error={
          bank.error && {
            title: t`The question bank could not be loaded.`,
            detail: getMessage(bank.error),
            onRetry: () => void bank.refetch(),
          }
        }
      />
      {open && <BankQuestionDialog {...open} onClose={() => setOpen(null)} />}
      <DeleteBankQuestionDialog toDelete={toDelete} onClose={() => setToDelete(null)} />
      <Suspense fallback={null}>
        {isImporting && (
          <ImportDialog
            onClose={() => setImporting(false)}
            onImport={(questions) => {
              setImporting(false);
              setImported(questions);
            }}
          />
        )}
        {imported && <SaveToBankDialog questions={imported} onClose={() => setImported(null)} />}
      </Suspense>
    </>
  );

  function edit(row: Row) {
    setOpen({ id: row.id, version: row.version, category: row.category, question: toNewQuestion(row) });
  }
}

/** Filters by category; stored in the address, as the rest of the table is. */
function CategoryFilter({ category }: { category: string }) {
  const { t } = useLingui();
  const changeFilters = useChangeFilters();
  const { data = [] } = useQuery(bankCategoriesQuery);
  const isMissing = category !== "" && !data.some(({ name }) => name === category);
  return (
    <Select
      compact
      label={t`Category`}
      className="max-w-56"
      value={category}
      onChange={({ target }) => changeFilters({ category: target.value || undefined })}
      options={[
        { value: "", label: t`All categories` },
        ...(isMissing ? [{ value: category, label: category }] : []),
        ...data.map(({ name, questions }) => ({ value: name, label: `${name} (${questions})` })),
      ]}
    />
  );
}

/** Shows the question, and the owner unless it is the viewer's main site. */
function QuestionCell({ question, may_edit, owning_branch }: Row) {
  const { t } = useLingui();
  const owner = owning_branch ?? (may_edit ? null : t`Main site`);
  return (
    <span className="block">
      <OwnedName owner={owner}>
        <span className="line-clamp-2" title={question}>
          {question}
        </span>
      </OwnedName>
    </span>
  );
}

function useColumns(): Column<Row>[] {
  const { t } = useLingui();
  return [
    {
      key: "question",
      header: t`Question`,
      sortable: true,
      cell: (row) => <QuestionCell {...row} />,
    },
    {
      key: "type",
      header: t`Type`,
      sortable: true,
      cell: (row) => nameQuestionType(row.type),
    },
    { key: "category", header: t`Category`, sortable: true, cell: (row) => row.category },
    {
      key: "drawn",
      header: t`Drawn by`,
      cell: ({ drawn_in }) =>
        drawn_in.length === 0 ? (
          "–"
        ) : (
          <span className="grid gap-0.5">
            {drawn_in.map(({ id, title }) => (
              <Link key={id} to="/courses/$id/edit" params={{ id }} className="text-brand-text underline">
                {title}
              </Link>
            ))}
          </span>
        ),
    },
  ];
}
