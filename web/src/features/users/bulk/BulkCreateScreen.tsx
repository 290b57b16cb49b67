import { useLingui } from "@lingui/react/macro";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useNavigate } from "@tanstack/react-router";
import { Download } from "lucide-react";
import { useMemo, useState } from "react";
import { ApiError } from "../../../app/errors.ts";
import { execute } from "../../../app/graphql.ts";
import { forEditing, Loaded } from "../../../app/Loaded.tsx";
import { LicenceNotice } from "../../../app/usage/UsageNotice.tsx";
import { UserFieldsOfInstance } from "../../../app/userFields/userFields.documents.ts";
import { BackLink } from "../../../ui/BackLink.tsx";
import { Button } from "../../../ui/Button.tsx";
import { Card } from "../../../ui/Card.tsx";
import { ConfirmLeaving } from "../../../ui/ConfirmLeaving.tsx";
import { csvFile } from "../../../ui/csv.ts";
import { saveFile } from "../../../ui/saveFile.ts";
import { PageHeader } from "../../../ui/PageHeader.tsx";
import { toast } from "../../../ui/toast.ts";
import { UploadBox } from "../../../ui/UploadBox.tsx";
import { BulkCreateUsers } from "../users.documents.ts";
import { ProblemList } from "./ProblemList.tsx";
import { readUsers, UnreadableFile, type UsersFile } from "./readUsers.ts";
import { UploadStatus } from "./UploadStatus.tsx";
import { COLUMNS, type FileRow, type OwnColumn, type RowProblem } from "./userColumns.ts";
import { toUserInput, problemsFrom, findProblems } from "./userInput.ts";
import { UserPreview } from "./UserPreview.tsx";

type Chosen = UsersFile & { name: string };

/** Renders `/bulkcreateusers`: creates all users of a CSV file or none; errors are corrected in place or in the file. */
export function BulkCreateScreen() {
  const { t } = useLingui();
  const fields = useQuery({
    queryKey: ["userFields"],
    queryFn: async () => (await execute(UserFieldsOfInstance)).userFields,
    ...forEditing,
  });
  return (
    <>
      <BackLink to="/users">{t`Back to users`}</BackLink>
      <PageHeader title={t`Bulk Create Users`}>
        <Button kind="quiet" disabled={!fields.data} onClick={() => downloadTemplate(fields.data ?? [])}>
          <Download size={16} aria-hidden />
          {t`Download Template`}
        </Button>
      </PageHeader>
      <LicenceNotice />
      <Loaded query={fields} shape="form" failure={t`The form could not be loaded.`}>
        {(own) => <Upload own={own} />}
      </Loaded>
    </>
  );
}

function Upload({ own }: { own: readonly OwnColumn[] }) {
  const { t } = useLingui();
  const navigate = useNavigate();
  const client = useQueryClient();
  const [file, setFile] = useState<Chosen | null>(null);
  const [unreadable, setUnreadable] = useState<string | null>(null);
  const [problems, setProblems] = useState<RowProblem[]>([]);
  const [sent, setSent] = useState(0);
  const [isCorrected, setCorrected] = useState(false);
  // The wrong date that was corrected last: it keeps its field while the value is blank, which is no wrong date.
  const [edited, setEdited] = useState<RowProblem | null>(null);
  const misdated = useMemo(() => findProblems(file?.rows ?? [], own), [file, own]);
  const shownDates = withEdited(misdated, edited);
  const upload = useMutation({
    mutationFn: async (rows: FileRow[]) =>
      (await execute(BulkCreateUsers, { input: rows.map((row) => toUserInput(row, own)) }, { onProgress: setSent }))
        .bulkCreateUsers.length,
    onSuccess: async (count) => {
      toast({ kind: "success", text: t`${count} users were created.` });
      await client.invalidateQueries();
      await navigate({ to: "/users" });
    },
    onError: (error) => setProblems(error instanceof ApiError ? problemsFrom(error.validation ?? {}) : []),
  });

  return (
    <div className="grid gap-5">
      <ConfirmLeaving isUnsaved={() => isCorrected && !upload.isPending && !upload.isSuccess} />
      <Card>
        <UploadBox
          label={t`CSV File`}
          accept=".csv"
          hint={t`One user in each row below the header row. Dates as DD/MM/YYYY; several branches or groups with commas between them. Without a password, an invitation is sent.`}
          current={file?.name}
          onChoose={([first]) => first && void choose(first)}
          onCancel={() => {}}
          onRetry={() => {}}
        />
        {file?.notes.map((note) => (
          <p key={note} role="status" className="mt-3 text-sm text-muted">
            {note}
          </p>
        ))}
      </Card>
      <ProblemList
        heading={heading()}
        problems={shownDates.length > 0 ? shownDates : heading().length > 0 ? problems : []}
        rows={file?.rows ?? []}
        own={own}
        onFix={fix}
        onEdit={(problem) => misdated.includes(problem) && setEdited(problem)}
        disabled={upload.isPending}
      />
      {file && (
        <>
          <UserPreview rows={file.rows} problems={problems} />
          <div className="flex flex-wrap items-center justify-end gap-4">
            {upload.isPending && <UploadStatus sent={sent} count={file.rows.length} />}
            <Button busy={upload.isPending} disabled={misdated.length > 0} onClick={() => send(file.rows)}>
              {upload.isPending ? t`Uploading...` : t`Upload Users`}
            </Button>
          </div>
        </>
      )}
    </div>
  );

  function send(rows: FileRow[]) {
    setEdited(null);
    upload.mutate(rows);
  }

  async function choose(chosen: File) {
    upload.reset();
    setProblems([]);
    setUnreadable(null);
    setFile(null);
    setSent(0);
    setCorrected(false);
    setEdited(null);
    try {
      if (!/\.csv$/i.test(chosen.name)) throw new UnreadableFile(t`Choose a file that ends with .csv.`);
      setFile({ name: chosen.name, ...readUsers(new Uint8Array(await chosen.arrayBuffer()), own) });
    } catch (error) {
      setUnreadable(error instanceof UnreadableFile ? error.message : "");
    }
  }

  function fix({ row, column }: RowProblem, value: string) {
    setCorrected(true);
    setFile(
      (old) => old && { ...old, rows: old.rows.map((each, at) => (at === row ? { ...each, [column]: value } : each)) },
    );
  }

  /** Returns the lines above the list of problems; none without problems. */
  function heading(): string[] {
    if (unreadable !== null)
      return [t`Error processing the CSV file. Please check formatting.`, ...(unreadable ? [unreadable] : [])];
    if (misdated.length > 0) return [t`Error processing the CSV file. Please check formatting.`];
    if (upload.isPending || !upload.error) return [];
    if (problems.length > 0) return [t`Nobody was created. Fix the problems here or in the file, and upload again.`];
    const { error } = upload;
    if (!(error instanceof ApiError) || error.code === "NETWORK" || error.code === "INTERNAL")
      return [t`An unexpected error occurred while uploading users.`];
    if (error.code !== "VALIDATION") return [error.message];
    const messages = Object.values(error.validation ?? {}).flat();
    return messages.length > 0 ? messages : [t`An unknown validation error occurred.`];
  }
}

/** Adds the problem that is being corrected to those of dates, if it is one of them and no problem at the moment. */
function withEdited(misdated: RowProblem[], edited: RowProblem | null): RowProblem[] {
  const isEdited = ({ row, column }: RowProblem) => row === edited?.row && column === edited.column;
  if (!edited || misdated.some(isEdited)) return misdated;
  return [...misdated, edited].sort((a, b) => a.row - b.row);
}

function downloadTemplate(own: readonly OwnColumn[]) {
  const example: Record<(typeof COLUMNS)[number], string> = {
    first_name: "Ada",
    last_name: "Lovelace",
    email: "ada@example.org",
    password: "",
    role: "learner",
    is_primary: "true",
    is_active: "true",
    skip_email: "false",
    deactivate_at: "31/12/2030",
    branch_url: "",
    group_name: "",
  };
  saveFile(
    "users-template.csv",
    csvFile(
      [...COLUMNS, ...own.map(({ name }) => name)],
      [[...COLUMNS.map((column) => example[column]), ...own.map(() => "")]],
    ),
  );
}
