/** A question of each kind. */
export const SURVEY_QUESTIONS = [
  {
    key: "scale",
    kind: "likert",
    text: "The course was useful.",
    is_required: true,
    low: "No",
    high: "Very",
    points: 5,
  },
  {
    key: "one",
    kind: "choice",
    text: "How did you learn?",
    options: [
      { key: "phone", text: "On a phone" },
      { key: "desk", text: "At a desk" },
    ],
  },
  {
    key: "many",
    kind: "choice",
    text: "What helped?",
    is_multiple: true,
    options: [
      { key: "film", text: "Films" },
      { key: "text", text: "Texts" },
      { key: "test", text: "Tests" },
    ],
  },
  { key: "why", kind: "text", text: "Anything else?" },
];

export const SUBMIT = `mutation ($course_id: Int!, $unit_id: Int!, $answers: [SurveyAnswerInput!]!) {
  submitSurvey(course_id: $course_id, unit_id: $unit_id, answers: $answers) { is_complete progress course_complete } }`;

export const RESULTS = `query ($course_id: Int!, $unit_id: Int, $branchUrl: String, $branchUrls: [String!], $group_ids: [Int!], $from: String) {
  surveyResults(course_id: $course_id, unit_id: $unit_id, branchUrl: $branchUrl, branchUrls: $branchUrls, group_ids: $group_ids, from: $from) {
    unit_id surveys { id title } is_anonymous least_answers answered shown withheld
    questions { key kind text answered mean options { label count } } } }`;

export const TEXTS = `query ($course_id: Int!, $unit_id: Int!, $question: String!, $limit: Int, $offset: Int, $branchUrls: [String!]) {
  surveyTexts(course_id: $course_id, unit_id: $unit_id, question: $question, limit: $limit, offset: $offset, branchUrls: $branchUrls) {
    total rows { text name } } }`;

export const OWN = `query ($course: Int!, $unit: Int!, $preview: Boolean) { course(id: $course, asLearner: true, preview: $preview) { openedUnit(unit_id: $unit) { unit {
  is_complete ... on SurveyUnitType { is_anonymous has_answers
    survey_questions { key kind text is_required points low high is_multiple options { key text } }
    survey { has_answered answers { key number options text } } } } } } }`;
