import { readFile } from "node:fs/promises";
import type { BrowserContext, Page } from "@playwright/test";
import { callApi } from "./graphql.ts";
import { emptyPdf, silence } from "./authoring.ts";

const CREATE = `mutation ($title: String!, $description: String!, $content: [ContentUnitInput!], $video: [VideoUnitInput!], $audio: [AudioUnitInput!],
  $document: [DocumentUnitInput!], $iframe: [IframeUnitInput!], $assignment: [AssignmentUnitInput!], $test_units: [TestUnitInput!],
  $tests: [QuestionInput!], $surveys: [SurveyUnitInput!], $learning_path: [Int!], $resources: [ResourceInput!]) {
  createCourse(title: $title, description: $description, content: $content, video: $video, audio: $audio, document: $document, iframe: $iframe,
    assignment: $assignment, test_units: $test_units, tests: $tests, surveys: $surveys, learning_path: $learning_path, resources: $resources, status: "published") { id } }`;

/** Publishes a course for a test about learners. @param parts arguments of createCourse @returns its id */
export async function publish(author: Page, title: string, parts: object): Promise<number> {
  const variables = { title, description: "What everybody at the river should know.", ...parts };
  return (await callApi<{ createCourse: { id: number } }>(author, CREATE, variables)).createCourse.id;
}

/** Uploads a video, an audio file, a document and a resource as the author, and returns their addresses. */
export async function uploadMedia(
  author: Page,
): Promise<{ video: string; audio: string; presentation: string; resource: string }> {
  return {
    video: await upload(author, "video", "film.webm", await readFile("server/src/demo/media/rope-and-river.webm")),
    audio: await upload(author, "audio", "alarm.wav", silence()),
    presentation: await upload(author, "presentation", "plan.pdf", emptyPdf()),
    resource: await upload(author, "resource", "map.pdf", emptyPdf()),
  };
}

/** Uploads a file of a kind as the author, and returns its address. */
export function upload(page: Page, kind: string, name: string, content: Buffer): Promise<string> {
  return page.evaluate(
    async ([field, fileName, base64]) => {
      const bytes = Uint8Array.from(atob(base64), (character) => character.charCodeAt(0));
      const form = new FormData();
      form.set(field, new File([bytes], fileName));
      const headers = { authorization: `Bearer ${localStorage.getItem("token")}` };
      const answer = await fetch(`/api/upload-${field}`, { method: "POST", headers, body: form });
      const { url, error } = (await answer.json()) as { url?: string; error?: string };
      if (!url) throw new Error(error);
      return url;
    },
    [kind, name, content.toString("base64")] as const,
  );
}

/** Builds a unit of every type but SCORM, starting with `first`, and leaves `resource` to the test. */
export function everyUnit(media: { video: string; audio: string; presentation: string }, first: object) {
  return {
    content: [{ unit_order: 1, ...first }],
    video: [{ unit_order: 2, title: "The crossing", video_path: media.video }],
    audio: [{ unit_order: 3, title: "The signal", audio_path: media.audio }],
    document: [
      {
        unit_order: 4,
        title: "The map",
        doc_path: media.presentation,
        questions: makeQuestions(4).slice(0, 1),
        completion_option: "question",
      },
    ],
    iframe: [{ unit_order: 5, title: "The weather", url: "https://example.org/weather" }],
    test_units: [{ unit_order: 6, title: "What do you know?" }],
    tests: makeQuestions(6),
    assignment: [
      { unit_order: 7, title: "Your day", content: delta("Write of your day."), completion_option: "user-uploads" },
    ],
  };
}

/** Answers for the site that a course embeds, because tests reach no other machine. */
export const embedWeather = (context: BrowserContext) =>
  context.route("https://example.org/**", (route) =>
    route.fulfill({ contentType: "text/html", body: "<h1>Fair</h1>" }),
  );

export const delta = (text: string) => JSON.stringify({ ops: [{ insert: `${text}\n` }] });

/** Builds one question of each type for the unit at an order. */
export const makeQuestions = (unit_order: number) => [
  {
    type: "Multiple Choice",
    question: "Which is a river?",
    unit_order,
    options: [
      { text: "Trent", checked: true },
      { text: "Skiddaw", checked: false },
    ],
  },
  { type: "Fill the Gaps", question: "Never [lend|copy] the rope.", unit_order },
  { type: "Ordering", question: "What comes first?", unit_order, options: [{ text: "Look" }, { text: "Shout" }] },
  {
    type: "Match the Pairs",
    question: "What is it for?",
    unit_order,
    pairs: [
      { left: "rope", right: "to throw" },
      { left: "whistle", right: "to call" },
    ],
  },
  {
    type: "Free Text",
    question: "Why do you call first?",
    unit_order,
    rules: [{ condition: "contains", word: "help", points: 1 }],
    required_points: 1,
  },
];
