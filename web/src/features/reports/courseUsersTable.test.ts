import { expect, test } from "vitest";
import "../../testing/render.tsx";
import { usersCsv } from "./courseUsersTable.tsx";

const user = (name: string) => ({
  id: 1,
  name,
  role: "learner",
  progress: 80,
  assignedDate: "2026-10-02T12:00:00.000Z",
  completionDate: null,
  timeSpent: 3_725,
});

test("the export has the columns of the table", () => {
  const [header, first] = usersCsv([user("Rosa Diaz")]).split("\r\n");
  expect(header).toBe("Status,Name,Role,Progress,Assigned Date,Completion Date,Time Spent");
  expect(first).toBe("In Progress,Rosa Diaz,Learner,80,02/10/2026,N/A,1h 2m 5s");
});

test.each(["=1+1", "+1", "-1", "@SUM(A1)", "\tx"])("a name like %j is not run by a spreadsheet", (name) => {
  expect(usersCsv([user(name)])).toContain(`,'${name},`);
});

test("a name that begins with a line break is not run by a spreadsheet either", () => {
  expect(usersCsv([user("\r=1+1")])).toContain(`,"'\r=1+1",`);
});
