/** What is used of the run-time library, one object for each version; its own types name neither way of loading. */
export interface Library {
  reset: (settings?: undefined) => void;
  loadFromFlattenedJSON: (json: Record<string, string>) => void;
  isInitialized: () => boolean;
  isTerminated: () => boolean;
  lmsInitialize: (parameter: string) => string;
  lmsFinish: (parameter: string) => string;
  lmsGetValue: (element: string) => unknown;
  lmsSetValue: (element: string, value: string) => unknown;
  lmsCommit: (parameter: string) => string;
  lmsGetLastError: () => unknown;
  lmsGetErrorString: (code: string) => unknown;
  lmsGetDiagnostic: (code: string) => unknown;
}

/** Nothing is sent by the library itself, and it decides nothing that is the server's to decide. */
export const settings = {
  autocommit: false,
  lmsCommitUrl: false,
  logLevel: 5,
  mastery_override: false,
  autoCompleteLessonStatus: false,
  globalStudentPreferences: false,
} as const;

/**
 * The objectives that a content object finds when it begins: of SCORM 2004, those of its activity too (RTE 4th Ed. 4.2.17). Content
 * may set anything of them at once, which nobody takes who does not know them.
 */
export function objectiveIds(library: Library): [key: string, id: string][] {
  return Array.from({ length: Number(library.lmsGetValue("cmi.objectives._count")) || 0 }, (_, index) => {
    const key = `cmi.objectives.${index}.id`;
    return [key, String(library.lmsGetValue(key))];
  });
}

export async function library12(): Promise<Library> {
  const { Scorm12API } = (await import("scorm-again/scorm12")) as unknown as {
    Scorm12API: new (given: object) => Library;
  };
  return new Scorm12API(settings);
}

/** Makes data models of SCORM 2004 with its error codes, each for one content object: what is reset keeps some of what it was told.
 * The library's own sequencing is not used (decision 026). */
export async function library2004(): Promise<() => Library> {
  const { Scorm2004API } = (await import("scorm-again/scorm2004")) as unknown as {
    Scorm2004API: new (given: object) => Library;
  };
  return () => new Scorm2004API(settings);
}
