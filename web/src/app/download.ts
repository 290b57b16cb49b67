import { saveFile } from "../ui/saveFile.ts";
import { isUnauthenticated } from "./errors.ts";
import { requestResponse } from "./http.ts";
import { branchUrl } from "./scope.ts";
import { sessionEnded } from "./session.ts";

/**
 * Downloads a file with the session and saves it through the browser; large files are on its disk meanwhile. Leads to the
 * login without a session. @throws ApiError
 */
export async function download(path: string, name: string): Promise<void> {
  const url = new URL(path, location.origin);
  const branch = branchUrl();
  if (branch) url.searchParams.set("branchUrl", branch);
  const response = await requestResponse(url.href).catch((error: unknown) => {
    if (isUnauthenticated(error)) sessionEnded();
    throw error;
  });
  saveFile(name, await response.blob());
}
