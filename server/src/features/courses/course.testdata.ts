/** A small course: a text with a timer, a video from YouTube, and a test with all five types of question. */
export const CREATE = `mutation ($title: String!, $description: String!, $content: [ContentUnitInput!], $video: [VideoUnitInput!], $test_units: [TestUnitInput!],
  $tests: [QuestionInput!], $status: String, $branchUrl: String, $learning_path: [Int!], $capacity: Int, $start_date: String, $end_date: String,
  $completion_rules: String, $completion_percentage: Int, $thumbnail: String) {
  createCourse(title: $title, description: $description, content: $content, video: $video, test_units: $test_units, tests: $tests, status: $status,
    branchUrl: $branchUrl, learning_path: $learning_path, capacity: $capacity, start_date: $start_date, end_date: $end_date,
    completion_rules: $completion_rules, completion_percentage: $completion_percentage, thumbnail: $thumbnail) { id title description version }
}`;

export const EDIT = `mutation ($input: EditCourseInput!, $branchUrl: String) { editCourse(input: $input, branchUrl: $branchUrl) { id version } }`;

export const COURSE = `query ($id: Int!, $branchUrl: String) { course(id: $id, branchUrl: $branchUrl) {
  id title description status version progress is_enrolled is_complete learning_path prerequisites { id title is_complete }
  units { id title type unit_order is_complete }
  contents { __typename id title unit_order content completion_option time_limit is_complete time_spent tests { ...Q } }
  videos { __typename id title unit_order youtube_link video_path tests { ...Q } }
  tests { __typename id title unit_order is_complete tests { ...Q } }
  userResponses { unit_id input_type input_key response }
} }
fragment Q on TestQuestion { id question type multiple required_points options { text checked } pairs { left right } rules { condition word points } }`;

/** Returns a text as the JSON of a Quill Delta of one paragraph. */
export function delta(text: string): string {
  return JSON.stringify({ ops: [{ insert: `${text}\n` }] });
}

export const QUESTIONS = [
  {
    type: "Multiple Choice",
    question: "Which are rivers?",
    unit_order: 3,
    options: [
      { text: "Severn", checked: true },
      { text: "Skiddaw", checked: false },
      { text: "Trent", checked: true },
    ],
  },
  { type: "Fill the Gaps", question: "Water boils at [100|90|80] degrees.", unit_order: 3 },
  {
    type: "Ordering",
    question: "Put in order",
    unit_order: 3,
    options: [{ text: "first" }, { text: "second" }, { text: "third" }],
  },
  {
    type: "Match the Pairs",
    question: "Match",
    unit_order: 3,
    pairs: [
      { left: "cat", right: "meow" },
      { left: "dog", right: "woof" },
    ],
  },
  {
    type: "Free Text",
    question: "Why?",
    unit_order: 3,
    rules: [{ condition: "contains", word: "safe", points: 2 }],
    required_points: 2,
  },
];

/** The correct answer to each of QUESTIONS, as the client of a learner sends it. */
export const ANSWERS = [
  { type: "Multiple Choice", userSelections: ["Trent", "Severn"] },
  { type: "Fill the Gaps", userSelections: ["100"] },
  { type: "Ordering", userOrder: ["first", "second", "third"] },
  { type: "Match the Pairs", userSelections: { cat: "meow", dog: "woof" } },
  { type: "Free Text", freeTextAnswer: "To keep people SAFE." },
];

/** Returns the input of a course with a text, a video and a test. */
export function smallCourse(title: string, extra: object = {}) {
  return {
    title,
    description: "A course for a test.",
    content: [{ unit_order: 1, title: "Read", content: delta("Read this."), completion_option: "time", time_limit: 5 }],
    video: [{ unit_order: 2, title: "Watch", youtube_link: "https://youtu.be/dQw4w9WgXcQ?t=3" }],
    test_units: [{ unit_order: 3, title: "Check" }],
    tests: QUESTIONS,
    ...extra,
  };
}

/** Creates a course with units of every type except Scorm, and all fields of its overview. */
export const CREATE_WHOLE = `mutation ($title: String!, $description: String!, $content: [ContentUnitInput!], $video: [VideoUnitInput!], $audio: [AudioUnitInput!],
  $document: [DocumentUnitInput!], $iframe: [IframeUnitInput!], $assignment: [AssignmentUnitInput!], $test_units: [TestUnitInput!], $tests: [QuestionInput!],
  $categories: [Int!], $learning_path: [Int!], $resources: [ResourceInput!], $status: String, $branchUrl: String) {
  createCourse(title: $title, description: $description, content: $content, video: $video, audio: $audio, document: $document, iframe: $iframe,
    assignment: $assignment, test_units: $test_units, tests: $tests, categories: $categories, learning_path: $learning_path, resources: $resources,
    price: 12.5, capacity: 9, level: "Beginner", course_code: "W-1", start_date: "2020-01-01", completion_rules: "percentage", completion_percentage: 80,
    status: $status, branchUrl: $branchUrl) { id version }
}`;

export const WHOLE_COURSE = `query ($id: Int!, $branchUrl: String) { course(id: $id, branchUrl: $branchUrl) {
  id title description status version price capacity level course_code start_date completion_rules completion_percentage learning_path
  categories { id } resources { id name file_path is_downloadable }
  contents { ...U content } videos { ...U content video_path } audios { ...U content audio_path file_name } documents { ...U description file_path file_name file_type }
  iframes { ...U content url } assignments { ...U content } tests { ...U }
} }
fragment U on Unit { id type title unit_order completion_option time_limit tests { id type question required_points options { text checked } pairs { left right } rules { condition word points } } }`;

/** Builds a course of seven units, one of each type except Scorm, with questions where the type takes them. */
export function wholeCourse(title: string, files: { video: string; audio: string; presentation: string }) {
  const asked = { content: delta("More."), completion_option: "question", questions: QUESTIONS.slice(0, 2) };
  return {
    title,
    description: "A course for a test.",
    content: [{ unit_order: 1, title: "Read", ...asked }],
    video: [{ unit_order: 2, title: "Watch", video_path: files.video, ...asked }],
    audio: [{ unit_order: 3, title: "Listen", audio_path: files.audio, ...asked }],
    document: [{ unit_order: 4, title: "Look", doc_path: files.presentation, ...asked }],
    iframe: [
      {
        unit_order: 5,
        title: "Visit",
        url: "https://example.org/a?b=c",
        content: delta("More."),
        completion_option: "time",
        time_limit: 30,
      },
    ],
    test_units: [{ unit_order: 6, title: "Check" }],
    tests: QUESTIONS.map((question) => ({ ...question, unit_order: 6 })),
    assignment: [
      { unit_order: 7, title: "Hand in", content: delta("Write a page."), completion_option: "instructor-accepts" },
    ],
  };
}
