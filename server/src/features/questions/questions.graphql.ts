import { builder } from "../../graphql/builder.ts";
import { Changed } from "../../graphql/changed.graphql.ts";
import * as bank from "./bank.service.ts";
import {
  AcceptedAnswer,
  QuestionInputType,
  QuestionMedia,
  QuestionOption,
  QuestionPair,
  QuestionRule,
  RubricCriterion,
} from "./question-types.graphql.ts";
import * as questions from "./questions.service.ts";
import { translate } from "../../i18n/translate.ts";

type Written = Omit<questions.QuestionDraft, "id">;

const WrittenQuestion = builder.interfaceRef<Written>("WrittenQuestion").implement({
  description: "A question as its author wrote it, with the key.",
  resolveType: (question) => ("category" in question ? "BankQuestion" : "ReadQuestion"),
  fields: (t) => ({
    type: t.exposeString("type"),
    question: t.exposeString("question"),
    options: t.field({ type: [QuestionOption], resolve: ({ options }) => options }),
    pairs: t.field({ type: [QuestionPair], resolve: ({ pairs }) => pairs }),
    rules: t.field({ type: [QuestionRule], resolve: ({ rules }) => rules }),
    required_points: t.exposeInt("required_points"),
    accepted: t.field({ type: [AcceptedAnswer], resolve: ({ accepted }) => accepted }),
    matches_case: t.exposeBoolean("matches_case"),
    points: t.exposeInt("points"),
    feedback: t.exposeString("feedback"),
    media: t.field({ type: [QuestionMedia], resolve: ({ media }) => media ?? [] }),
    rubric: t.field({ type: [RubricCriterion], resolve: ({ rubric }) => rubric ?? [] }),
    min_words: t.int({ nullable: true, resolve: ({ min_words }) => min_words ?? null }),
    max_words: t.int({ nullable: true, resolve: ({ max_words }) => max_words ?? null }),
    marker_note: t.string({ resolve: ({ marker_note }) => marker_note ?? "" }),
  }),
});

const DrawingCourse = builder
  .objectRef<bank.BankQuestion["drawn_in"][number]>("DrawingCourse")
  .implement({ fields: (t) => ({ id: t.exposeInt("id"), title: t.exposeString("title") }) });

const BankQuestion = builder.objectRef<bank.BankQuestion>("BankQuestion").implement({
  interfaces: [WrittenQuestion],
  fields: (t) => ({
    id: t.exposeInt("id"),
    version: t.exposeInt("version", { description: "Rises with each change." }),
    category: t.exposeString("category"),
    may_edit: t.exposeBoolean("may_edit", { description: "Whether the viewer may change and delete it." }),
    owning_branch: t.exposeString("owning_branch", {
      nullable: true,
      description: "The branch that owns it; null for the main site.",
    }),
    drawn_in: t.expose("drawn_in", {
      type: [DrawingCourse],
      description: "The courses whose tests draw from its category.",
    }),
  }),
});
const BankPage = builder.objectRef<{ total: number; rows: bank.BankQuestion[] }>("BankPage").implement({
  fields: (t) => ({ total: t.exposeInt("total"), rows: t.expose("rows", { type: [BankQuestion] }) }),
});
const BankCategory = builder.objectRef<{ name: string; questions: number }>("BankCategory").implement({
  fields: (t) => ({ name: t.exposeString("name"), questions: t.exposeInt("questions") }),
});
const BankSaved = builder
  .objectRef<{ saved: number }>("BankSaved")
  .implement({ fields: (t) => ({ saved: t.exposeInt("saved") }) });
const BankDeleted = builder
  .objectRef<{ deleted: number }>("BankDeleted")
  .implement({ fields: (t) => ({ deleted: t.exposeInt("deleted") }) });

const SOURCE = "The file within a package; null for other files.";

const ReadPicture = builder.objectRef<questions.ReadPicture>("ReadPicture").implement({
  description:
    "A picture in the file that was read. Upload it as an image, and add it to the question before you save it.",
  fields: (t) => ({
    place: t.exposeString("place", { description: "question, option or pair (its left side)." }),
    index: t.exposeInt("index", { description: "Which option or pair, from 0." }),
    name: t.exposeString("name", {
      description:
        "Its path in a package. In Moodle XML, the number of the file element in the document, from 1, a slash, and its name.",
    }),
    alt: t.exposeString("alt", { description: "What it shows; the name of its file if nothing says it." }),
  }),
});

type Read = questions.QuestionFile["questions"][number];

const ReadQuestion = builder.objectRef<Read["question"] & Omit<Read, "question">>("ReadQuestion").implement({
  interfaces: [WrittenQuestion],
  fields: (t) => ({
    line: t.exposeInt("line", { description: "Where it begins in the file, from 1." }),
    source: t.exposeString("source", { nullable: true, description: SOURCE }),
    pictures: t.expose("pictures", { type: [ReadPicture] }),
  }),
});
const ReadProblem = builder.objectRef<questions.ReadProblem>("ReadProblem").implement({
  fields: (t) => ({
    line: t.exposeInt("line"),
    source: t.exposeString("source", { nullable: true, description: SOURCE }),
    message: t.string({ resolve: ({ message }, _, { actor }) => translate(message, actor.visit.language) }),
  }),
});
const QuestionFile = builder.objectRef<questions.QuestionFile>("QuestionFile").implement({
  description: "The questions of a file that can be taken, and why the others cannot.",
  fields: (t) => ({
    questions: t.field({
      type: [ReadQuestion],
      resolve: (file) => file.questions.map(({ question, ...at }) => ({ ...question, ...at })),
    }),
    problems: t.expose("problems", { type: [ReadProblem] }),
    notes: t.expose("notes", {
      type: [ReadProblem],
      description: "What is left out of the questions that can be taken.",
    }),
  }),
});

const QuestionExport = builder.objectRef<questions.QuestionExport>("QuestionExport").implement({
  fields: (t) => ({
    name: t.exposeString("name"),
    content: t.exposeString("content"),
    is_base64: t.exposeBoolean("is_base64", {
      description: "Whether the content is in base64, as that of a zip or workbook is.",
    }),
    written: t.exposeInt("written", { description: "How many questions the file has." }),
    left_out: t.expose("left_out", {
      type: [ReadProblem],
      description: "The questions that such a file cannot have, with their place among those asked for.",
    }),
  }),
});

builder.queryFields((t) => ({
  bankCategories: t.field({
    type: [BankCategory],
    args: { branchUrl: t.arg.string() },
    resolve: (_, { branchUrl }, { actor }) => bank.listBankCategories(actor, branchUrl),
  }),
  bankQuestions: t.field({
    type: BankPage,
    args: {
      category: t.arg.string(),
      search: t.arg.string(),
      sort: t.arg.string({ description: "category, question, type or updated; '-' in front for descending." }),
      limit: t.arg.int(),
      offset: t.arg.int(),
      branchUrl: t.arg.string(),
    },
    resolve: (_, { branchUrl, ...options }, { actor }) => bank.getPageOfBank(actor, options, branchUrl),
  }),
  exportQuestions: t.field({
    type: QuestionExport,
    description:
      "The questions of the bank that the caller may use, as a file (format: moodle_xml, qti_package, csv or xlsx).",
    args: {
      format: t.arg.string({ required: true }),
      category: t.arg.string(),
      search: t.arg.string(),
      branchUrl: t.arg.string(),
    },
    resolve: (_, { branchUrl, ...asked }, { actor }) => bank.exportBank(actor, asked, branchUrl),
  }),
  writeQuestions: t.field({
    type: QuestionExport,
    description: "Writes questions as a file (format: moodle_xml, qti_package, csv or xlsx) without storing anything.",
    args: {
      format: t.arg.string({ required: true }),
      title: t.arg.string({ required: true }),
      questions: t.arg({ type: [QuestionInputType], required: true }),
      branchUrl: t.arg.string(),
    },
    resolve: (_, { branchUrl, questions: given, ...file }, { actor }) =>
      questions.writeQuestions(actor, { ...file, questions: given as questions.QuestionInput[] }, branchUrl),
  }),
  questionTemplate: t.string({
    description: "A file to begin from (format: csv, which is the default, or xlsx, in base64).",
    args: { format: t.arg.string() },
    resolve: (_, { format }, { actor }) => questions.questionTemplate(actor, format ?? "csv"),
  }),
  readQuestions: t.field({
    type: QuestionFile,
    description:
      "Reads a file of questions without storing anything (format: gift, csv, moodle_xml, qti, or in base64 qti_package or xlsx).",
    args: {
      format: t.arg.string({ required: true }),
      content: t.arg.string({ required: true }),
      branchUrl: t.arg.string(),
    },
    resolve: (_, { branchUrl, ...file }, { actor }) => questions.readQuestions(actor, file, branchUrl),
  }),
}));

builder.mutationFields((t) => ({
  saveToBank: t.field({
    type: BankSaved,
    args: {
      category: t.arg.string({ required: true }),
      questions: t.arg({ type: [QuestionInputType], required: true }),
      branchUrl: t.arg.string(),
    },
    resolve: (_, { branchUrl, category, questions: given }, { actor }) =>
      bank.saveToBank(actor, { category, questions: given as questions.QuestionInput[] }, branchUrl),
  }),
  updateBankQuestion: t.field({
    type: Changed,
    args: {
      id: t.arg.int({ required: true }),
      version: t.arg.int({ description: "The version that was edited. Without it, the last change wins." }),
      category: t.arg.string({ required: true }),
      question: t.arg({ type: QuestionInputType, required: true }),
      branchUrl: t.arg.string(),
    },
    resolve: (_, { branchUrl, question, ...given }, { actor }) =>
      bank.updateBankQuestion(actor, { ...given, question: question as questions.QuestionInput }, branchUrl),
  }),
  deleteBankQuestions: t.field({
    type: BankDeleted,
    args: { ids: t.arg.intList({ required: true }), branchUrl: t.arg.string() },
    resolve: (_, { branchUrl, ids }, { actor }) => bank.deleteBankQuestions(actor, ids, branchUrl),
  }),
}));
