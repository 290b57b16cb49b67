/**
 * A user: `branches` and `groups` are labels and names of demo data; without `is_primary` a user signs in at their
 * branches only.
 */
export type DemoPerson = {
  first_name: string;
  last_name: string;
  email: string;
  role: "super_admin" | "admin" | "manager" | "instructor" | "learner";
  is_primary: boolean;
  branches: string[];
  groups: string[];
  /** The value of the field 'Job title'. */
  job?: string | undefined;
};

/** The password of all demo accounts. */
export const DEMO_PASSWORD = "cairn-demo";

/** The choices of the field 'Job title'. */
export const northgateJobs = ["Care assistant", "Chef", "Family worker", "Trainer", "Volunteer"];

const JOBS_BY_GROUP: Readonly<Record<string, string>> = {
  "Night shift": "Care assistant",
  "Kitchen team": "Chef",
  "Family support": "Family worker",
  Volunteers: "Volunteer",
};

/** Users of the platform, not of an instance. */
export const platformPeople: DemoPerson[] = [person("Ingrid Solberg", "super@demo.test", "super_admin", [], [])];

/** Groups of Northgate Trust, each with its branch (null for both). */
export const northgateGroups: { name: string; branch: string | null; description: string }[] = [
  { name: "Night shift", branch: "north", description: "Staff who are on duty when nobody else is in the house" },
  { name: "Kitchen team", branch: "north", description: "Everybody who prepares or serves food" },
  { name: "Family support", branch: "south", description: "Visitors and key workers of families in the south" },
  { name: "Volunteers", branch: null, description: "People who give their time, at both sites" },
];

export const northgatePeople: DemoPerson[] = [
  person("Margaret Oyelaran", "admin@demo.test", "admin", [], []),
  person("Daniel Whitcombe", "instructor@demo.test", "instructor", [], []),
  person("Priya Raman", "priya.raman@demo.test", "instructor", ["north"], []),
  person("Helen Ashdown", "manager@demo.test", "manager", [], []),
  person("Tomasz Zielinski", "manager.north@demo.test", "manager", ["north"], []),
  person("Grace Adeyemi", "learner@demo.test", "learner", ["north"], ["Night shift"]),
  ...learners("north", {
    "Samuel Okonkwo": ["Night shift"],
    "Aoife Brennan": ["Night shift"],
    "Mohammed Iqbal": ["Night shift"],
    "Ruth Pemberton": ["Night shift", "Volunteers"],
    "Wei Chen": ["Kitchen team"],
    "Fatima El Amrani": ["Kitchen team"],
    "Callum Fraser": ["Kitchen team"],
    "Joanna Kowalczyk": ["Kitchen team"],
    "Beatriz Carvalho": ["Kitchen team", "Volunteers"],
    "Ifeoma Nwosu": [],
    "George Hartley": ["Volunteers"],
    "Sunita Thapa": ["Volunteers"],
    "Elin Rhys": [],
    "Yusuf Demir": ["Night shift"],
    "Kateryna Shevchenko": [],
    "Peter Lindqvist": ["Volunteers"],
  }),
  ...learners("south", {
    "Amara Diallo": ["Family support"],
    "Oliver Bentley": ["Family support"],
    "Nadia Hussain": ["Family support"],
    "Siobhán Kelly": ["Family support"],
    "Kwame Mensah": ["Family support", "Volunteers"],
    "Linh Nguyen": [],
    "Jack Thornton": ["Volunteers"],
    "Renée Dubois": ["Volunteers"],
    "Harpreet Gill": [],
    "Charlotte Mayhew": ["Family support"],
    "Diego Fernández": [],
    "Zainab Bello": ["Volunteers"],
    "Rhys Morgan": [],
    "Anneliese Vogt": ["Volunteers"],
    "Desmond Clarke": [],
    "Tia-Marie Campbell": ["Family support"],
  }),
];

export const riversidePeople: DemoPerson[] = [
  person("Rowan Teasdale", "admin@riverside.test", "admin", [], []),
  person("Imogen Locke", "imogen.locke@riverside.test", "instructor", [], []),
  person("Kit Marlowe", "learner@riverside.test", "learner", [], []),
  person("Bashir Karimi", "bashir.karimi@riverside.test", "learner", [], []),
  person("Freya Lockwood", "freya.lockwood@riverside.test", "learner", [], []),
];

function learners(branch: string, groupsByName: Record<string, string[]>): DemoPerson[] {
  return Object.entries(groupsByName).map(([name, groups]) =>
    person(name, `${toEmailName(name)}@demo.test`, "learner", [branch], groups),
  );
}

function person(
  name: string,
  email: string,
  role: DemoPerson["role"],
  branches: string[],
  groups: string[],
): DemoPerson {
  const [first_name = "", ...rest] = name.split(" ");
  const job = role === "instructor" ? "Trainer" : JOBS_BY_GROUP[groups[0] ?? ""];
  return { first_name, last_name: rest.join(" "), email, role, is_primary: true, branches, groups, job };
}

/** Turns 'Renée Dubois' into 'renee.dubois'. */
function toEmailName(name: string): string {
  return name
    .normalize("NFD")
    .replace(/\p{M}/gu, "")
    .toLowerCase()
    .replace(/[^a-z-]+/g, ".");
}
