import { i18n } from "@lingui/core";
import { msg } from "@lingui/core/macro";
import { useQueryClient } from "@tanstack/react-query";
import { useNavigate } from "../../../router/index.ts";
import { ApiError, messageOf } from "../../../app/errors.ts";
import type { ErrorBody } from "../../../app/http.ts";
import { branchUrl, getToken } from "../../../app/scope.ts";
import { saveFile } from "../../../ui/saveFile.ts";
import { toast } from "../../../ui/toast.ts";
import type { Narrowing } from "../reportSearch.ts";

export type TableKind =
  | "users"
  | "courses"
  | "course-users"
  | "course-questions"
  | "user-courses"
  | "user-certificates"
  | "user-activity"
  | "certified"
  | "package-results"
  | "package-questions"
  | "everything";

/** Which table, as it is narrowed, searched and sorted on the screen. */
export type ExportRequest = Partial<Narrowing> & {
  kind: TableKind;
  course_id?: number;
  user_id?: number;
  search?: string;
  sort?: string | null;
  state?: string | null;
  event?: string | null;
};

export type ExportFormat = "csv" | "xlsx" | "pdf";

/** Takes a table away as a file; one that is large is made meanwhile, and the list of exports shows how far it is. */
export function useExport() {
  const navigate = useNavigate();
  const queries = useQueryClient();
  return async (request: ExportRequest, format: ExportFormat) => {
    try {
      if (await fetchTable(request, format)) return;
      await queries.invalidateQueries({ queryKey: ["reportExports"] });
      toast({ text: i18n._(msg`This table is large: its file is being made. You will be told when it is ready.`) });
      void navigate({ to: "/reports/exports" });
    } catch (error) {
      toast({ kind: "error", text: messageOf(error) });
    }
  };
}

/** Whether the file came at once. @throws ApiError */
async function fetchTable(asked: ExportRequest, format: ExportFormat): Promise<boolean> {
  const body = JSON.stringify({ ...asked, format, language: i18n.locale, branchUrl: branchUrl() || null });
  const headers = { authorization: `Bearer ${getToken()}`, "content-type": "application/json" };
  const response = await fetch("/api/reports/export", { method: "POST", headers, body }).catch(() => null);
  if (!response)
    throw new ApiError(i18n._(msg`The server could not be reached. Please check your connection and try again.`));
  if (!response.ok) {
    const { error } = (await response.json().catch(() => ({}))) as ErrorBody;
    throw new ApiError(error ?? i18n._(msg`An error occurred.`));
  }
  if (response.status === 202) return false;
  const [, name = `report.${format}`] = /filename="(.+)"/.exec(response.headers.get("content-disposition") ?? "") ?? [];
  saveFile(name, await response.blob());
  return true;
}
