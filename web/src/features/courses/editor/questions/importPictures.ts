import { t } from "@lingui/core/macro";
import type { ReadQuestionsQuery } from "../../../../gen/graphql.ts";
import { toNewQuestion } from "../questionForms.ts";
import type { Question } from "../question.ts";
import { formatUploadFailure } from "../uploadFailure.ts";
import { sendFile } from "../uploads.ts";
import type { ChosenFile } from "./questionFiles.ts";

type ReadQuestion = ReadQuestionsQuery["readQuestions"]["questions"][number];
type Picture = ReadQuestion["pictures"][number];
type Sent = { url: string } | { failure: string };

/** A question of a file, and the question with its pictures, which were uploaded. */
export type ImportedQuestion = { read: ReadQuestion; question: Question };
type Problem = { line: number; source?: string | null; message: string };

/**
 * Uploads the pictures of questions of a file and puts them into the questions. The server checks each of them as any picture that
 * an author uploads; a question whose picture it refuses becomes a problem.
 */
export async function addPictures(
  read: readonly ReadQuestion[],
  findPicture: ChosenFile["findPicture"],
): Promise<{ questions: ImportedQuestion[]; problems: Problem[] }> {
  const sent = new Map<string, Sent>();
  const questions: ImportedQuestion[] = [];
  const problems: Problem[] = [];
  for (const each of read) {
    for (const { name } of each.pictures) if (!sent.has(name)) sent.set(name, await send(name, findPicture));
    const failures = each.pictures.flatMap(({ name }) => {
      const result = sent.get(name)!;
      return "failure" in result ? [t`Its picture ${toFileName(name)} cannot be taken: ${result.failure}`] : [];
    });
    if (failures.length === 0) questions.push({ read: each, question: insertPictures(each, sent) });
    else problems.push({ line: each.line, source: each.source ?? null, message: failures[0]! });
  }
  return { questions, problems };
}

async function send(name: string, findPicture: ChosenFile["findPicture"]): Promise<Sent> {
  const picture = await findPicture(name);
  if (!picture) return { failure: t`It is not in the file, or larger than 10 MB.` };
  try {
    return { url: (await sendFile("image", new File([picture], toFileName(name)))).url };
  } catch (failure) {
    return { failure: failure instanceof Error && failure.message ? failure.message : formatUploadFailure("image") };
  }
}

const toFileName = (name: string) => name.replace(/^.*\//, "");

function insertPictures(read: ReadQuestion, sent: ReadonlyMap<string, Sent>): Question {
  const question = toNewQuestion(read);
  const toPicture = ({ name, alt }: Picture) => {
    const result = sent.get(name)!;
    return { file: "url" in result ? result.url : "", alt };
  };
  const illustrate = <Row extends object>(place: string, rows: Row[]): Row[] =>
    rows.map((row, index) => {
      const own = read.pictures.find((each) => each.place === place && each.index === index);
      return own ? { ...row, picture: toPicture(own) } : row;
    });
  return {
    ...question,
    media: read.pictures
      .filter(({ place }) => place === "question")
      .map((each) => ({ kind: "picture" as const, ...toPicture(each) })),
    options: illustrate("option", question.options),
    pairs: illustrate("pair", question.pairs),
  };
}
