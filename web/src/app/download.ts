import { i18n } from "@lingui/core";
import { msg } from "@lingui/core/macro";
import { saveFile } from "../ui/saveFile.ts";
import { ApiError } from "./errors.ts";
import type { ErrorBody } from "./http.ts";
import { branchUrl, getToken } from "./scope.ts";

/**
 * Downloads a file with the session and saves it through the browser; large files are on its disk meanwhile. @throws
 * ApiError
 */
export async function download(path: string, name: string): Promise<void> {
  const url = new URL(path, location.origin);
  const branch = branchUrl();
  if (branch) url.searchParams.set("branchUrl", branch);
  const headers = { authorization: `Bearer ${getToken()}` };
  const response = await fetch(url, { headers }).catch(() => null);
  if (!response)
    throw new ApiError(i18n._(msg`The server could not be reached. Please check your connection and try again.`));
  if (!response.ok) {
    const { error } = (await response.json().catch(() => ({}))) as ErrorBody;
    throw new ApiError(error ?? i18n._(msg`An error occurred.`));
  }
  saveFile(name, await response.blob());
}
