import { type MessageWithValues, phrase } from "../../i18n/message.ts";

/** A picture; `file` is a key where it is stored, and an address where it comes from a client. */
export interface Picture {
  file: string;
  /** What it shows, for those who do not see it. */
  alt: string;
}

/** A picture or recording of the text of a question. */
export interface Media extends Picture {
  kind: "picture" | "audio";
}

/** A text that a question shows with a picture. */
export interface PicturedText extends Picture {
  text: string;
}

/** The part of a question that names files. */
export interface Illustrated {
  media?: Media[] | undefined;
  options: { text: string; picture?: Picture | undefined }[];
  pairs: { left: string; picture?: Picture | undefined }[];
}

type Purpose = "image" | "audio";
const toPurpose = ({ kind }: Media): Purpose => (kind === "picture" ? "image" : "audio");

/** Lists the files of a question, with the purpose each must have been uploaded for. */
export function listQuestionFiles({ media = [], options, pairs }: Illustrated): { file: string; purpose: Purpose }[] {
  return [
    ...media.map((each) => ({ file: each.file, purpose: toPurpose(each) })),
    ...[...options, ...pairs].flatMap(({ picture }) =>
      picture ? [{ file: picture.file, purpose: "image" as const }] : [],
    ),
  ];
}

/** Lists the texts that a question shows with pictures, in the order of the alphabet: that of the author may be the key. */
export function listPicturedTexts({ options, pairs }: Illustrated): PicturedText[] {
  return [...options, ...pairs.map(({ left, picture }) => ({ text: left, picture }))]
    .flatMap(({ text, picture }) => (picture ? [{ text, ...picture }] : []))
    .toSorted((a, b) => (a.text < b.text ? -1 : 1));
}

/** A picture of a file of questions, which was not uploaded yet. */
export interface ReadPicture {
  /** Where the question shows it. */
  place: "question" | "option" | "pair";
  /** Which of its options or pairs, from 0; 0 for the text. */
  index: number;
  /** How the file of questions calls it. */
  name: string;
  alt: string;
}

/** Lists the pictures of a question that was read from a file, with the names of that file. */
export function listReadPictures({ media = [], options, pairs }: Illustrated): ReadPicture[] {
  const ofEntries = (place: "option" | "pair", entries: { picture?: Picture | undefined }[]) =>
    entries.flatMap(({ picture }, index) => (picture ? [{ place, index, name: picture.file, alt: picture.alt }] : []));
  return [
    ...media.map(({ file, alt }) => ({ place: "question" as const, index: 0, name: file, alt })),
    ...ofEntries("option", options),
    ...ofEntries("pair", pairs),
  ];
}

/** Returns a question with every file replaced, as an address by its key. */
export function mapQuestionFiles<Question extends Illustrated>(
  question: Question,
  replace: (file: string, purpose: Purpose) => string,
): Question {
  const withPicture = <Entry extends { picture?: Picture | undefined }>(entry: Entry): Entry =>
    entry.picture ? { ...entry, picture: { ...entry.picture, file: replace(entry.picture.file, "image") } } : entry;
  return {
    ...question,
    ...(question.media && {
      media: question.media.map((each) => ({ ...each, file: replace(each.file, toPurpose(each)) })),
    }),
    options: question.options.map(withPicture),
    pairs: question.pairs.map(withPicture),
  };
}

/** Returns a question without its files, as one of a file that was not checked. */
export function withoutQuestionFiles<Question extends Illustrated>(question: Question): Question {
  const { media: _, ...rest } = question;
  const withoutPicture = <Entry extends { picture?: Picture | undefined }>({ picture: _, ...entry }: Entry) => entry;
  return {
    ...rest,
    options: question.options.map(withoutPicture),
    pairs: question.pairs.map(withoutPicture),
  } as Question;
}

/** Returns why the pictures of a question cannot be used, as the end of a sentence about it; null when they can. */
export function findPictureProblem({ media = [], options, pairs }: Illustrated): MessageWithValues | null {
  const pictures = [
    ...media.filter(({ kind }) => kind === "picture"),
    ...[...options, ...pairs].flatMap(({ picture }) => picture ?? []),
  ];
  if (pictures.some(({ alt }) => alt.trim() === "")) return phrase`needs a description of every picture`;
  // An answer names an option by its text.
  return hasEqual(options, ({ text }) => text) || hasEqual(pairs, ({ left }) => left)
    ? phrase`needs another text or description for each of its pictures`
    : null;
}

function hasEqual<Entry extends { picture?: Picture | undefined }>(
  entries: Entry[],
  getText: (entry: Entry) => string,
): boolean {
  if (!entries.some(({ picture }) => picture)) return false;
  const texts = entries.map((entry) => getText(entry).normalize("NFC").replace(/\s+/g, " ").trim());
  return new Set(texts).size < texts.length;
}
