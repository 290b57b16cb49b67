/** A file of a course for its learners, while the author edits it. */
export type Resource = {
  /** Identifies it in this draft, also before the server knows it. */
  key: string;
  id: number | null;
  name: string;
  /** Bytes; known for files chosen in this draft only. */
  size: number | null;
  /** Null until the file is uploaded. */
  file_path: string | null;
  is_downloadable: boolean;
  category_id: number | null;
};

/** The types that learners are offered as downloads; they only view Office files and others. */
const DOWNLOADED = /\.(pdf|png|jpe?g|gif|mp4|mov|webm|mp3|ogg)$/i;

/** Tells whether learners may be offered a file as a download; a name without an extension does not tell. */
export const canBeDownloaded = ({ name }: Pick<Resource, "name">) =>
  DOWNLOADED.test(name) || !/\.[a-z0-9]{2,5}$/i.test(name);
