import type { Call } from "./commands.ts";

/** What a call came to. */
export interface Result {
  returned: string;
  errorCode: string;
  /** The element as it was named, with its index. */
  element: string;
  /** The objective or data of this id was not there. */
  missing?: string;
}

type Api = Record<string, (...given: string[]) => unknown>;

/** Makes the calls as the suite's content makes them. It runs in the page, too, and so refers to nothing outside itself. */
export function perform(calls: Call[], api: Api): Result[] {
  const call = (method: string, ...given: string[]) => String(api[method]!(...given));
  const ids = (list: string) =>
    Array.from({ length: Number(call("GetValue", `${list}._count`)) || 0 }, (_, index) =>
      call("GetValue", `${list}.${index}.id`),
    );
  return calls.map(({ method, parameter, value }) => {
    if (method === "compareObjectives")
      return { returned: ids("cmi.objectives").join(), errorCode: "0", element: "cmi.objectives" };
    let element = parameter;
    const [before = "", id, after = ""] = parameter.split("&");
    if (id !== undefined) {
      const index = ids(before.includes("data") ? "adl.data" : "cmi.objectives").indexOf(id);
      if (index === -1) return { returned: "", errorCode: "", element, missing: id };
      element = before + String(index) + after;
    }
    const returned = method === "SetValue" ? call(method, element, value) : call(method, element);
    return { returned, errorCode: call("GetLastError"), element };
  });
}
