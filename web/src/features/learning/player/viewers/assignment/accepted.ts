const megabyte = 1024 * 1024;

/** The largest file that can be submitted, in bytes; the server has the same limit. */
export const largestFile = 100 * megabyte;

/** The file extensions that can be submitted. The server checks the content itself. */
export const acceptedEndings = [".pdf", ".docx", ".xlsx", ".png", ".jpg", ".jpeg", ".mp4", ".zip"];

export const isAccepted = ({ name }: { name: string }) =>
  acceptedEndings.some((ending) => name.toLowerCase().endsWith(ending));
