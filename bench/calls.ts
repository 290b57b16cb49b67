/** The data that the load uses. */
export interface World {
  learners: { email: string; token: string }[];
  admin: string;
  /** How many users the instance has. */
  users: number;
  manager: string;
  /** Units that their learner has not completed. */
  open: { token: string; course_id: number; unit_id: number; type: string }[];
  enrolled: { token: string; course_id: number }[];
  courseIds: number[];
}

export interface Request {
  token: string | null;
  query: string;
  variables: object;
}

export interface Call {
  name: string;
  /** Builds the n-th request of the run. */
  next: (n: number) => Request;
  /** At 16 connections. */
  target: string;
  isMet: (measured: { requestsPerSecond: number; p99: number }) => boolean;
}

const LOGIN = `mutation LoginUser($email: String!, $password: String!) { loginUser(email: $email, password: $password) { token user { id first_name last_name email role } } }`;
const DASHBOARD = `query LearnerDashboard($branchUrl: String) { userProgress(branchUrl: $branchUrl) {
  totalCourses completedCourses averageCompletionRate notStartedCourses inProgressCourses
  courses(limit: 3) { id title thumbnail completionPercentage unitsCompleted totalUnits timeSpent enrolledDate }
  unenrolledCourses(limit: 3) { id title thumbnail } } }`;
const PLAYER = `query CourseWithUnits($id: Int!, $branchUrl: String) { course(id: $id, branchUrl: $branchUrl) {
  id title learning_path prerequisites { id title is_complete } userResponses { unit_id input_type input_key response file_path }
  contents { ...UnitCommon content tests { ...Question } } videos { ...UnitCommon video_path youtube_link content tests { ...Question } }
  tests { ...UnitCommon tests { ...Question } } } }
fragment UnitCommon on Unit { __typename id title unit_order completion_option time_limit is_complete }
fragment Question on TestQuestion { id question type unit_order required_points options { text checked } pairs { left right } rules { condition word points } }`;
const COMPLETE = `mutation MarkUnitComplete($input: MarkUnitCompleteInput!) { markUnitComplete(input: $input) { id is_complete unit_id unit_type } }`;
const STORE = `mutation StoreUnitResponse($input: StoreUnitResponseInput!) { storeUnitResponse(input: $input) { id response } }`;
const USERS = `query Users($search: String, $limit: Int, $offset: Int) { usersPage(search: $search, limit: $limit, offset: $offset) { total rows { id first_name last_name email role created_at } } }`;
const REPORT = `query CourseReport($courseId: Int!) { courseReport(courseId: $courseId) { id title category thumbnail createdAt updatedAt
  activityOverTime { weekStart weekEnd assignedCount completedCount } stats { completionRate completedLearners learnersInProgress learnersNotStarted trainingTime assignedLearners }
  timeSpentWeekly { weekStart averageTimeSpent } users { id name role progress assignedDate completionDate timeSpent } } }`;

const REPORT_SCREEN = `query CourseReportScreen($courseId: Int!) { courseReport(courseId: $courseId) { id title category thumbnail createdAt updatedAt
  stats { assignedLearners completedLearners completionRate learnersInProgress learnersNotStarted trainingTime }
  activityOverTime { weekStart assignedCount completedCount } timeSpentWeekly { weekStart averageTimeSpent }
  usersPage(limit: 10) { total rows { id name role progress assignedDate completionDate timeSpent } } } }`;

/** Lists the measured calls with their targets on two cores. */
export function all(world: World): Call[] {
  const nth = <T>(list: T[], n: number): T => list[n % list.length]!;
  const atLeast = (wanted: number) => ({
    target: `>= ${wanted}/s`,
    isMet: ({ requestsPerSecond }: { requestsPerSecond: number }) => requestsPerSecond >= wanted,
  });
  const within50 = { target: "p99 < 50 ms", isMet: ({ p99 }: { p99: number }) => p99 < 50 };
  const none = { target: "", isMet: () => true };
  let completed = 0;
  return [
    {
      name: "login",
      next: (n) => ({
        token: null,
        query: LOGIN,
        variables: { email: nth(world.learners, n).email, password: "cairn-demo" },
      }),
      ...none,
    },
    {
      name: "learner dashboard",
      next: (n) => ({ token: nth(world.learners, n).token, query: DASHBOARD, variables: {} }),
      ...atLeast(600),
    },
    {
      name: "course for the player",
      next: (n) => {
        const { token, course_id } = nth(world.enrolled, n * 7);
        return { token, query: PLAYER, variables: { id: course_id } };
      },
      ...atLeast(500),
    },
    {
      name: "markUnitComplete",
      next: () => {
        const { token, course_id, unit_id, type } = nth(world.open, completed++);
        return { token, query: COMPLETE, variables: { input: { course_id, unit_id, unit_type: type } } };
      },
      ...atLeast(400),
    },
    {
      // Heartbeats of learners, each in a unit of their own.
      name: "storeUnitResponse",
      next: (n) => {
        const { token, course_id, unit_id, type } = nth(world.open, n * 7);
        const heartbeat = { input_type: "time", input_key: "timeSpent", response: `{"timeSpent":${n % 600}}` };
        return { token, query: STORE, variables: { input: { course_id, unit_id, unit_type: type, ...heartbeat } } };
      },
      ...atLeast(400),
    },
    {
      name: "users list",
      next: (n) => ({
        token: world.admin,
        query: USERS,
        variables: { limit: 10, offset: Math.floor((world.users * ((n * 37) % 100)) / 100) },
      }),
      ...within50,
    },
    {
      // A part of an e-mail address, a rare name, and a name that thousands have.
      name: "users search",
      next: (n) => {
        const number = (n * 7919) % world.users;
        const search = [`user${number}@`, `sen ${number}`, nth(["arouk", "Haddad", "costa 1"], n)][n % 3];
        return { token: world.admin, query: USERS, variables: { search, limit: 10 } };
      },
      ...within50,
    },
    {
      name: "course report, first page of 200 learners",
      next: (n) => ({ token: world.manager, query: REPORT_SCREEN, variables: { courseId: nth(world.courseIds, n) } }),
      ...within50,
    },
    {
      name: "course report, whole list of 200 learners",
      next: (n) => ({ token: world.manager, query: REPORT, variables: { courseId: nth(world.courseIds, n) } }),
      ...within50,
    },
  ];
}
