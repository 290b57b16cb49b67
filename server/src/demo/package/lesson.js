// A content object of SCORM 1.2, by the book: it looks for the API, goes on where one left it, and says what it has to say.
const pages = [
  {
    title: "Which extinguisher?",
    text: "Every extinguisher at Northgate has a coloured band. The band says what it is filled with, and so which fires it is for. Choosing wrongly can make a fire worse: water on burning oil throws the oil into the room.",
  },
  {
    title: "Red, cream, black, blue, yellow",
    text: "Red is water, for paper and wood. Cream is foam, for those and for petrol. Black is carbon dioxide, for anything with a plug. Blue is powder, for cars and gas. Yellow is wet chemical, for the deep-fat fryer in the kitchen, and for nothing else.",
  },
  {
    title: "The fryer is burning",
    question: "The oil in the fryer has caught fire. Which do you reach for?",
    choices: ["Red: water", "Black: carbon dioxide", "Yellow: wet chemical"],
    right: 2,
  },
  {
    title: "The kettle is burning",
    question: "The kettle is on fire and still plugged in. Which do you reach for?",
    choices: ["Red: water", "Black: carbon dioxide", "Cream: foam"],
    right: 1,
  },
  {
    title: "The bin is burning",
    question: "A bin of waste paper is on fire in the corridor. Which do you reach for?",
    choices: ["Red: water", "Yellow: wet chemical", "None: I go and look for somebody"],
    right: 0,
  },
];

const api = findApi(window);
const startedAt = Date.now();
let current = 0;
let answers = {};

start();

function findApi(from) {
  for (let at = from, hops = 0; hops < 10; hops++) {
    if (at.API) return at.API;
    if (at.parent === at) return at.opener ? findApi(at.opener) : null;
    at = at.parent;
  }
  return null;
}

function start() {
  api?.LMSInitialize("");
  if (!/passed|completed/.test(get("cmi.core.lesson_status"))) set("cmi.core.lesson_status", "incomplete");
  current = Math.min(Number(get("cmi.core.lesson_location")) || 0, pages.length);
  answers = JSON.parse(get("cmi.suspend_data") || "{}");
  document.getElementById("back").addEventListener("click", () => go(current - 1));
  document.getElementById("on").addEventListener("click", () => go(current + 1));
  addEventListener("pagehide", end);
  show();
}

function go(to) {
  current = to;
  set("cmi.core.lesson_location", String(current));
  api?.LMSCommit("");
  show();
  document.getElementById("title").focus();
}

function show() {
  const page = pages[current];
  document.getElementById("place").textContent = page ? `Page ${current + 1} of ${pages.length}` : "The end";
  document.getElementById("title").textContent = page ? page.title : "Thank you";
  document.getElementById("feedback").textContent = "";
  document
    .getElementById("page")
    .replaceChildren(page ? (page.question ? quiz(page) : paragraph(page.text)) : result());
  document.getElementById("back").disabled = current === 0;
  document.getElementById("on").hidden = !page;
  document.getElementById("on").disabled = Boolean(page?.question) && answers[current] === undefined;
}

function paragraph(text) {
  const element = document.createElement("p");
  element.textContent = text;
  return element;
}

function quiz({ question, choices }) {
  const group = document.createElement("fieldset");
  const legend = document.createElement("legend");
  legend.textContent = question;
  group.append(legend);
  choices.forEach((choice, index) => {
    const label = document.createElement("label");
    const input = document.createElement("input");
    input.type = "radio";
    input.name = "choice";
    input.checked = answers[current] === index;
    input.addEventListener("change", () => answer(index));
    label.append(input, ` ${choice}`);
    group.append(label);
  });
  return group;
}

function answer(chosen) {
  const { right, choices } = pages[current];
  answers[current] = chosen;
  const n = get("cmi.interactions._count");
  const at = `cmi.interactions.${n}`;
  set(`${at}.id`, `question-${current - 1}`);
  set(`${at}.type`, "choice");
  set(`${at}.correct_responses.0.pattern`, "abc"[right]);
  set(`${at}.student_response`, "abc"[chosen]);
  set(`${at}.result`, chosen === right ? "correct" : "wrong");
  set("cmi.suspend_data", JSON.stringify(answers));
  document.getElementById("feedback").textContent =
    chosen === right ? "That is right." : `Not that one. ${choices[right]} is right here.`;
  document.getElementById("on").disabled = false;
}

function result() {
  const questions = pages.flatMap(({ right }, index) => (right === undefined ? [] : [answers[index] === right]));
  const score = Math.round((questions.filter(Boolean).length / questions.length) * 100);
  set("cmi.core.score.min", "0");
  set("cmi.core.score.max", "100");
  set("cmi.core.score.raw", String(score));
  set("cmi.core.lesson_status", score >= 67 ? "passed" : "failed");
  api?.LMSCommit("");
  return paragraph(
    `You have ${score} of 100 points. ${score >= 67 ? "You know your colours." : "Go back and have another look at the colours."}`,
  );
}

let hasEnded = false;
function end() {
  if (hasEnded) return;
  hasEnded = true;
  const seconds = Math.round((Date.now() - startedAt) / 1000);
  const two = (number) => String(number).padStart(2, "0");
  set(
    "cmi.core.session_time",
    `${two(Math.floor(seconds / 3600))}:${two(Math.floor(seconds / 60) % 60)}:${two(seconds % 60)}`,
  );
  set("cmi.core.exit", "suspend");
  api?.LMSFinish("");
}

function get(element) {
  return api ? api.LMSGetValue(element) : "";
}

function set(element, value) {
  api?.LMSSetValue(element, value);
}
