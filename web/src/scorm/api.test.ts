import { beforeEach, describe, expect, test, vi } from "vitest";
import { createApi, type ScormApi } from "./api.ts";
import { createDataModel, type DataModel } from "./data-model.ts";
import { createRoom } from "./room.ts";

const hooks = {
  onInitialized: vi.fn(),
  onSet: vi.fn(),
  onCommitted: vi.fn(),
  onTerminated: vi.fn(),
  onCall: vi.fn(),
  onFull: vi.fn(),
};
beforeEach(() => vi.clearAllMocks());

const room = () => createRoom({}, 1_000);
const api12 = () => createApi("scorm_1_2", createDataModel("scorm_1_2"), room(), hooks);
const api2004 = () => createApi("scorm_2004", createDataModel("scorm_2004"), room(), hooks);

/** Makes calls one after another and returns the result and the error after each. */
function tell(api: ScormApi, ...calls: [string, ...unknown[]][]): string[] {
  const lastError = "LMSGetLastError" in api ? "LMSGetLastError" : "GetLastError";
  return calls.map(([name, ...given]) => `${api[name]!(...given)} ${api[lastError]!()}`);
}

/** Shortens an element, a valid and an invalid value for test names. */
function shortened([element = "", right = "", wrong = ""]: string[]) {
  const [rightShown, wrongShown] = [right, wrong].map((value) => JSON.stringify(value.slice(0, 20)));
  return { element, right, wrong, rightShown, wrongShown };
}

describe("SCORM 1.2 API object [SCORM 1.2 API: call order, error codes]", () => {
  test("answers calls in the order of a session and rejects any other order", async () => {
    const api = api12();
    expect(
      tell(
        api,
        ["LMSGetValue", "cmi.core.lesson_status"],
        ["LMSSetValue", "cmi.core.lesson_status", "passed"],
        ["LMSCommit", ""],
        ["LMSFinish", ""],
        ["LMSInitialize", "x"],
        ["LMSInitialize", ""],
        ["LMSInitialize", ""],
        ["LMSCommit", "x"],
        ["LMSCommit", ""],
        ["LMSFinish", "x"],
        ["LMSFinish", ""],
        ["LMSGetValue", "cmi.core.lesson_status"],
        ["LMSSetValue", "cmi.core.lesson_status", "passed"],
        ["LMSCommit", ""],
        ["LMSFinish", ""],
      ),
    ).toEqual([
      " 301",
      "false 301",
      "false 301",
      "false 301",
      "false 201",
      "true 0",
      "false 101",
      "false 201",
      "true 0",
      "false 201",
      "true 0",
      " 301",
      "false 301",
      "false 301",
      "false 301",
    ]);
  });

  test("has the standard's error texts, and its own for other codes", async () => {
    const api = api12();
    expect([
      api["LMSGetLastError"]!(),
      api["LMSGetErrorString"]!("0"),
      api["LMSGetDiagnostic"]!("0"),
      api["LMSGetDiagnostic"]!(""),
    ]).toEqual(["0", "No error", "No error diagnostic", "No error diagnostic"]);
    expect(api["LMSGetErrorString"]!("301")).toMatch(/not initiali/i);
  });

  test("rejects unknown elements and continues", async () => {
    const api = api12();
    api["LMSInitialize"]!("");
    expect(
      tell(
        api,
        ["LMSSetValue", "cmi", "x"],
        ["LMSSetValue", "cmi.core", "x"],
        ["LMSSetValue", "cmi.core.nonsense", "x"],
        ["LMSSetValue", "cmi.objectives.n.id", "x"],
        ["LMSSetValue", "__proto__.x", "x"],
        ["LMSSetValue", "cmi.core._children", "x"],
        ["LMSSetValue", "cmi.core.student_id", "x"],
        ["LMSGetValue", "cmi"],
        ["LMSGetValue", "cmi.core.lesson_status._children"],
        ["LMSGetValue", "cmi.core.lesson_status._count"],
        ["LMSGetValue", "cmi.core.exit"],
        ["LMSGetValue", "cmi.objectives._count"],
        ["LMSSetValue", "cmi.core.score.raw", 90],
        ["LMSGetValue", "cmi.core.score.raw"],
        ["LMSSetValue", "cmi.core.lesson_status", "passed"],
        ["LMSFinish", ""],
      ),
    ).toEqual([
      "false 401",
      "false 401",
      "false 401",
      "false 401",
      "false 401",
      "false 402",
      "false 403",
      " 401",
      " 202",
      " 203",
      " 404",
      "0 0",
      "true 0",
      "90 0",
      "true 0",
      "true 0",
    ]);
    expect(hooks.onSet.mock.calls).toEqual([
      ["cmi.core.score.raw", "90"],
      ["cmi.core.lesson_status", "passed"],
    ]);
    expect([hooks.onInitialized.mock.calls.length, hooks.onTerminated.mock.calls.length]).toEqual([1, 1]);
  });

  test("rejects values beyond the limit of an attempt each time and continues", async () => {
    const api = api12();
    api["LMSInitialize"]!("");
    const [some, tooMuch] = ["x".repeat(900), "y".repeat(2_000)];
    expect(
      tell(
        api,
        ["LMSSetValue", "cmi.suspend_data", some],
        ["LMSSetValue", "cmi.suspend_data", tooMuch],
        ["LMSSetValue", "cmi.core.lesson_location", tooMuch.slice(0, 200)],
        ["LMSGetValue", "cmi.suspend_data"],
        ["LMSSetValue", "cmi.suspend_data", "less"],
        ["LMSSetValue", "cmi.core.lesson_location", "here"],
      ),
    ).toEqual(["true 0", "false 101", "false 101", `${some} 0`, "true 0", "true 0"]);
    expect(hooks.onFull).toHaveBeenCalledTimes(2);
    expect(hooks.onSet.mock.calls.map(([, value]) => value)).toEqual([some, "less", "here"]);
  });

  test("never throws, whatever its data model does", async () => {
    const broken = new Proxy({} as DataModel, {
      get: (_, name) =>
        name === "isInitialized"
          ? () => true
          : () => {
              throw new Error("broken");
            },
    });
    const quiet = vi.spyOn(console, "warn").mockReturnValue();
    const api = createApi("scorm_1_2", broken, room(), hooks);
    expect(
      tell(api, ["LMSFinish", ""], ["LMSSetValue", "cmi.suspend_data", "x"], ["LMSGetValue", "cmi.suspend_data"]),
    ).toEqual(["false 101", "false 101", " 101"]);
    quiet.mockRestore();
  });

  test("records every call, rejected ones included", async () => {
    const api = api12();
    api["LMSInitialize"]!("");
    api["LMSSetValue"]!("cmi.core.nonsense", "x");
    expect(
      hooks.onCall.mock.calls.map(([{ call, element, value, result, error_code }]) => [
        call,
        element,
        value,
        result,
        error_code,
      ]),
    ).toEqual([
      ["LMSInitialize", null, null, "true", 0],
      ["LMSSetValue", "cmi.core.nonsense", "x", "false", 401],
    ]);
  });

  test("returns an empty text for an unknown error code", () => {
    const api = api12();
    expect(["999", "102", "abc", "constructor", ""].map((code) => api["LMSGetErrorString"]!(code))).toEqual(
      Array(5).fill(""),
    );
    expect(api["LMSGetDiagnostic"]!("999")).toBe("");
  });

  test("reads the total time as 0000:00:00.00 in a first and a later attempt [SCORM 1.2 cmi.core.total_time]", () => {
    const model = createDataModel("scorm_1_2");
    const api = createApi("scorm_1_2", model, room(), hooks);
    api["LMSInitialize"]!("");
    expect(api["LMSGetValue"]!("cmi.core.total_time")).toBe("0000:00:00.00");
    model.load({ "cmi.core.total_time": "0001:02:03.40" });
    expect(api["LMSGetValue"]!("cmi.core.total_time")).toBe("0001:02:03.40");
  });

  test("appends comments up to 64,000 characters [SCORM 1.2 cmi.comments]", () => {
    const api = createApi("scorm_1_2", createDataModel("scorm_1_2"), createRoom({}, 1_000_000), hooks);
    api["LMSInitialize"]!("");
    expect(
      tell(
        api,
        ["LMSSetValue", "cmi.comments", "first\n"],
        ["LMSSetValue", "cmi.comments", "second"],
        ["LMSGetValue", "cmi.comments"],
        ["LMSSetValue", "cmi.comments", "x".repeat(63_988)],
        ["LMSSetValue", "cmi.comments", "x"],
      ),
    ).toEqual(["true 0", "true 0", "first\nsecond 0", "true 0", "false 405"]);
    expect(hooks.onSet.mock.calls[1]).toEqual(["cmi.comments", "first\nsecond"]);
    expect(api["LMSGetValue"]!("cmi.comments")).toHaveLength(64_000);
  });

  test.each(
    [
      ["cmi.core.lesson_location", "x".repeat(1_000), "x".repeat(1_001)],
      ["cmi.suspend_data", "a\nb\r\nc", "x".repeat(64_001)],
      ["cmi.interactions.0.student_response", "a\nb", "x".repeat(130_001)],
      ["cmi.interactions.0.correct_responses.0.pattern", "a\nb", "x".repeat(130_001)],
      ["cmi.interactions.0.result", "-12345.678", "nearly"],
      ["cmi.interactions.0.result", ".5", "-"],
      ["cmi.interactions.0.weighting", "1000", "heavy"],
      ["cmi.core.score.raw", "99.99999999999", "100.1"],
      ["cmi.core.score.raw", "5.", "."],
      ["cmi.core.session_time", "0:00:12", "12"],
      ["cmi.core.exit", "normal", "later"],
      ["cmi.objectives.0.id", "Übung 1", " "],
      ["cmi.student_preference.audio", "-1", "101"],
    ].map(shortened),
  )("sets $element to $rightShown, and not to $wrongShown [SCORM 1.2 data types]", ({ element, right, wrong }) => {
    const api = createApi("scorm_1_2", createDataModel("scorm_1_2"), createRoom({}, 1_000_000), hooks);
    api["LMSInitialize"]!("");
    expect(tell(api, ["LMSSetValue", element, right], ["LMSSetValue", element, wrong])).toEqual([
      "true 0",
      "false 405",
    ]);
  });
});

describe("SCORM 2004 API object [SCORM 2004 API: call order, error codes]", () => {
  test("answers calls in the order of a session and rejects any other order with its own code", async () => {
    const api = api2004();
    expect(api.version).toBe("1.0");
    expect(
      tell(
        api,
        ["GetValue", "cmi.location"],
        ["SetValue", "cmi.location", "x"],
        ["Commit", ""],
        ["Terminate", ""],
        ["Initialize", "x"],
        ["Initialize", ""],
        ["Initialize", ""],
        ["Terminate", ""],
        ["Terminate", ""],
        ["GetValue", "cmi.location"],
        ["SetValue", "cmi.location", "x"],
        ["Commit", ""],
        ["Initialize", ""],
      ),
    ).toEqual([
      " 122",
      "false 132",
      "false 142",
      "false 112",
      "false 201",
      "true 0",
      "false 103",
      "true 0",
      "false 113",
      " 123",
      "false 133",
      "false 143",
      "false 104",
    ]);
  });

  test("rejects unknown elements and continues", async () => {
    const api = api2004();
    api["Initialize"]!("");
    expect(
      tell(
        api,
        ["SetValue", "cmi", "x"],
        ["SetValue", "", "x"],
        ["GetValue", ""],
        ["GetValue", "cmi.nonsense"],
        ["GetValue", "cmi.location._children"],
        ["GetValue", "cmi.location"],
        ["SetValue", "cmi.objectives._count", "3"],
        ["SetValue", "cmi.learner_id", "x"],
        ["GetValue", "cmi.session_time"],
        ["SetValue", "cmi.completion_status", "done"],
        ["SetValue", "cmi.score.scaled", "2"],
        ["SetValue", "cmi.objectives.0.score.scaled", "0.5"],
        ["SetValue", "cmi.objectives.1.id", "late"],
        ["SetValue", "cmi.objectives.0.id", "first"],
        ["GetValue", "cmi.objectives._count"],
        ["GetValue", "cmi.objectives.1.id"],
        ["SetValue", "cmi.location", "page 2"],
        ["GetValue", "cmi.location"],
        ["SetValue", "adl.nav.request_valid.continue", "true"],
      ),
    ).toEqual([
      "false 401",
      "false 351",
      " 301",
      " 401",
      " 301",
      " 403",
      "false 404",
      "false 404",
      " 405",
      "false 406",
      "false 407",
      "false 408",
      "false 351",
      "true 0",
      "1 0",
      " 301",
      "true 0",
      "page 2 0",
      "false 404",
    ]);
  });

  test("lets content return to its position [RTE 4th Ed. 4.2.16]", async () => {
    const api = api2004();
    api["Initialize"]!("");
    expect(
      tell(
        api,
        ["SetValue", "cmi.location", "page 2"],
        ["SetValue", "cmi.location", ""],
        ["GetValue", "cmi.location"],
        ["SetValue", "cmi.location", "page 3"],
        ["GetValue", "cmi.location"],
        ["SetValue", "cmi.location", ""],
        ["Terminate", ""],
        ["GetValue", "cmi.location"],
      ),
    ).toEqual(["true 0", "true 0", " 0", "true 0", "page 3 0", "true 0", "true 0", " 123"]);
    expect(hooks.onSet.mock.calls.at(-1)).toEqual(["cmi.location", ""]);
  });

  test.each(
    [
      ["cmi.score.raw", "123456789012.5", "many"],
      ["cmi.score.raw", "1e-7", "1e999"],
      ["cmi.score.scaled", ".5", "0,5"],
      ["cmi.comments_from_learner.0.comment", "a\nb", "{lang=frl}a"],
      ["cmi.comments_from_learner.0.comment", "{a", "x".repeat(4_261)],
      ["cmi.learner_preference.audio_captioning", "00", "1.0"],
      ["cmi.location", "x".repeat(4_000), "x".repeat(4_001)],
    ].map(shortened),
  )("sets $element to $rightShown, and not to $wrongShown [SCORM 2004 data types]", ({ element, right, wrong }) => {
    const api = createApi("scorm_2004", createDataModel("scorm_2004"), createRoom({}, 1_000_000), hooks);
    api["Initialize"]!("");
    expect(tell(api, ["SetValue", element, right], ["SetValue", element, wrong])).toEqual(["true 0", "false 406"]);
  });

  test("returns an empty text for an unknown error code", () => {
    expect(["999", "302", "abc"].map((code) => api2004()["GetErrorString"]!(code))).toEqual(["", "", ""]);
  });
});
