import { archivedFile } from "../archived-file.ts";
import * as z from "zod";
import type { ArchiveReader, ArchiveWriter, UnitField } from "../unit-type.ts";
import { t } from "../../../../i18n/message.ts";

interface Captions {
  language: string;
  file_path: string;
}

interface StoredCaptions {
  language: string;
  file_key: string;
}

interface ArchivedCaptions {
  language: string;
  file: string;
}

/** The captions of a video, one file for each language. */
export const captions = {
  column: "jsonb",
  api: null,
  form: z
    .array(
      z.object({
        /** BCP 47, as `fr` or `pt-BR`. */
        language: z.string().regex(/^[a-z]{2,3}(-[a-z0-9]{2,8})*$/i, t`Choose the language of the captions.`),
        file_path: z.string().max(2_000),
      }),
    )
    .max(50, t`A video may have captions in 50 languages at most.`)
    .nullish()
    .transform((list) => list ?? [])
    .refine((list) => new Set(list.map(({ language }) => language.toLowerCase())).size === list.length, {
      message: t`There are two captions in one language.`,
    }),
  empty: [],
  listFiles: (list: Captions[]) => list.map(({ file_path }) => ({ address: file_path, purpose: "captions" as const })),
  toStored: (list: Captions[], toKey: (address: string) => string): StoredCaptions[] =>
    list.map(({ language, file_path }) => ({ language, file_key: toKey(file_path) })),
  archived: {
    form: z
      .array(z.strictObject({ language: z.string().max(20_000), file: archivedFile }))
      .max(50)
      .default([]),
    write: (list: StoredCaptions[], files: ArchiveWriter): ArchivedCaptions[] =>
      list.map(({ language, file_key }) => ({ language, file: files.toEntry(file_key, "captions") })),
    read: (list: ArchivedCaptions[], files: ArchiveReader): Captions[] =>
      list.map(({ language, file }) => ({ language, file_path: files.toAddress(file) })),
  },
} as const satisfies UnitField;
