const megabyte = 1024 * 1024;

/** The largest file that can be handed in, in bytes; the server has the same limit. */
export const largestFile = 100 * megabyte;

/** The endings of the files that can be handed in. The server looks into the file itself. */
export const acceptedEndings = [".pdf", ".docx", ".xlsx", ".png", ".jpg", ".jpeg", ".mp4", ".zip"];

export const isAccepted = ({ name }: { name: string }) =>
  acceptedEndings.some((ending) => name.toLowerCase().endsWith(ending));
