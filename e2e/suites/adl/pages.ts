/**
 * What the suite's pages do besides their calls, by file name: when they end their session, and their navigation
 * request. The pages themselves need a browser with Java, so the driver's pages replace them.
 */
export interface Page {
  terminates: "loaded" | "unloaded" | "never";
  /** The navigation request just before its session ends at unload. */
  asks?: string;
  /** When the learner gets the instruction: most pages give it at the end of their calls. */
  instructs: "loaded" | "unloaded";
  /** The page must never be delivered. */
  isWrong?: boolean;
  /** It asks its questions after its session has ended: the learner can inspect only its button. */
  asksLast?: boolean;
}

const USUAL: Page = { terminates: "loaded", instructs: "loaded" };
const ON_UNLOAD: Page = { terminates: "unloaded", instructs: "loaded" };

const PAGES: Record<string, Page> = {
  "SequencingTestSingleDoTerminate.htm": ON_UNLOAD,
  "exitAllOnUnload.htm": { ...ON_UNLOAD, asks: "exitAll" },
  "suspendAllOnUnload.htm": { ...ON_UNLOAD, asks: "suspendAll" },
  "tarAct4OnUnload.htm": { ...ON_UNLOAD, asks: "{target=activity_4}choice" },
  "SequencingTestFail.htm": { ...USUAL, isWrong: true },
  "SequencingTest_SX09_exit.htm": { ...USUAL, instructs: "unloaded" },
  "SequencingTest_SX09_exitall.htm": { ...USUAL, asksLast: true },
  "AssetLaunchTest.htm": { ...USUAL, terminates: "never" },
};

/** Finds the page of an address in a package. */
export function findPage(url: string): Page {
  const file = url.split("?")[0]!.split("/").at(-1)!;
  return PAGES[file] ?? USUAL;
}
