import { existsSync, readdirSync, readFileSync } from "node:fs";
import path from "node:path";

/** A test case of the suite: the activities that the LMS must deliver one after another, and what each does. */
export interface TestCase {
  name: string;
  /** Its packages in the order in which they are first opened. */
  packages: string[];
  /** The title that the learner chooses first; null when the LMS starts by itself. */
  start: string | null;
  /** The suite asks the tester at the end whether the sequencing session has ended. */
  asksForEnd: boolean;
  visits: Visit[];
}

/** One delivery of one activity. */
export interface Visit {
  /** As in 'Act3V1', the first visit of activity 3. */
  label: string;
  activity: string;
  questions: string[];
  answers: string[];
  commands: string[];
  /** The learner's next instruction, such as 'Choice~Activity 3'; empty when the LMS continues by itself. */
  instruction: string;
}

export interface Suite {
  cases: TestCase[];
  /** The abbreviations used in its commands. */
  words: Map<string, string>;
  /** Returns a package's manifest by the package's name. */
  manifest: (name: string) => Buffer;
}

const ASKED_FOR_END = new Set(["OB-08a", "OB-08b", "OB-09a", "OB-09b", "CM-06", "SX-05"]);
const COURSES = "TestSuite/LMSRTE/Courses";
const WORDS = "resources/org/adl/testsuite/rte/lms/util/resources/Commands.properties";

/**
 * Reads the LMS test cases of ADL's SCORM 2004 4th Edition test suite, which is published with its sources.
 * @param folder its folder `software_development`
 */
export function readSuite(folder: string): Suite {
  const courses = path.join(folder, COURSES);
  for (const needed of [courses, path.join(folder, WORDS)])
    if (!existsSync(needed)) throw new Error(`The suite is not in ${folder}: there is no ${needed}.`);
  const files = readdirSync(path.join(courses, "TestCases")).filter((name) => name.endsWith(".properties"));
  return {
    cases: files.sort().map((name) => readCase(readFileSync(path.join(courses, "TestCases", name), "latin1"))),
    words: new Map(pairs(readFileSync(path.join(folder, WORDS), "latin1"))),
    manifest: (name) => readFileSync(path.join(courses, `LMSTestPackage_${name}`, "imsmanifest.xml")),
  };
}

function readCase(text: string): TestCase {
  const visits: Visit[] = [];
  const about: Record<string, string> = {};
  for (const [key, value] of pairs(text)) {
    const [label = "", field = ""] = key.split(".");
    const activity = /^Act(.+)V\d+$/.exec(label)?.[1];
    if (activity === undefined) {
      about[key] = value;
      continue;
    }
    const last = visits.at(-1);
    const visit = last?.label === label ? last : begin(label, activity);
    if (field === "UIQ") visit.questions = value.split("~");
    else if (field === "UIA") visit.answers = value.split("~");
    else if (field === "CUI") visit.instruction = value;
    else visit.commands.push(unescaped(value));
  }
  const name = about["title"] ?? "";
  const start = about["start"] ?? ".";
  return {
    name,
    packages: name === "DDM" ? ["DDMa", "DDMb"] : [name],
    start: start === "." || start === "DDMa" ? null : start,
    asksForEnd: ASKED_FOR_END.has(name),
    visits,
  };

  function begin(label: string, activity: string): Visit {
    const visit: Visit = { label, activity, questions: [], answers: [], commands: [], instruction: "" };
    visits.push(visit);
    return visit;
  }
}

/** Reads a properties file like the suite: a backslash at the end of a row joins it with the next. */
function pairs(text: string): [string, string][] {
  return text
    .replaceAll(/\\\r?\n/g, "")
    .split(/\r?\n/)
    .filter((line) => line.includes("=") && !line.startsWith("#"))
    .map((line) => [line.slice(0, line.indexOf("=")), line.slice(line.indexOf("=") + 1)]);
}

const unescaped = (text: string) =>
  text.replaceAll(/\\u([0-9a-fA-F]{4})/g, (_, code: string) => String.fromCharCode(parseInt(code, 16)));
