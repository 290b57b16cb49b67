import { i18n } from "@lingui/core";
import { msg } from "@lingui/core/macro";
import { useQueryClient } from "@tanstack/react-query";
import { useNavigate } from "@tanstack/react-router";
import { saveFile } from "../ui/saveFile.ts";
import type { ExportFormat } from "../ui/table/ExportButtons.tsx";
import { toast } from "../ui/toast.ts";
import { getMessage, isUnauthenticated } from "./errors.ts";
import { requestResponse } from "./http.ts";
import { branchUrl } from "./scope.ts";
import { sessionEnded } from "./session.ts";

/** A report or list of the server by its kind, with its filters, search and order. */
export type ExportRequest = {
  kind: string;
  [filter: string]: string | number | boolean | readonly string[] | readonly number[] | null | undefined;
};

/**
 * Returns a function that exports a report or list: it saves the file, or opens the list of exports if the server creates a large file in
 * the background. It reports a failure in a toast.
 */
export function useExport() {
  const navigate = useNavigate();
  const queries = useQueryClient();
  return async (request: ExportRequest, format: ExportFormat) => {
    try {
      if (await fetchTable(request, format)) return;
      await queries.invalidateQueries({ queryKey: ["reportExports"] });
      toast({
        text: i18n._(msg`This table is large: its file is being created. You will be notified when it is ready.`),
      });
      void navigate({ to: "/reports/exports" });
    } catch (error) {
      if (isUnauthenticated(error)) sessionEnded();
      toast({ kind: "error", text: getMessage(error) });
    }
  };
}

/** Requests the file and saves it. Returns false if the server creates it in the background. @throws ApiError */
async function fetchTable(request: ExportRequest, format: ExportFormat): Promise<boolean> {
  const body = JSON.stringify({ ...request, format, language: i18n.locale, branchUrl: branchUrl() || null });
  const response = await requestResponse("/api/reports/export", { method: "POST", body });
  if (response.status === 202) return false;
  const [, name = `report.${format}`] = /filename="(.+)"/.exec(response.headers.get("content-disposition") ?? "") ?? [];
  saveFile(name, await response.blob());
  return true;
}
