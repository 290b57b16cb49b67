/**
 * What the suite's pages do beside their calls, by the name of the file: when they end their session, and what they ask for then.
 * The pages themselves need a browser with Java, so that pages of our own stand in for them.
 */
export interface Page {
  terminates: "loaded" | "unloaded" | "never";
  /** The navigation that it asks for just before it ends its session on being taken away. */
  asks?: string;
  /** When the learner is told what to do: most pages say so at the end of their calls. */
  instructs: "loaded" | "unloaded";
  /** The page exists to be delivered by mistake. */
  isWrong?: boolean;
  /** It asks its questions after it has ended its session: the learner has nothing to inspect but a button of its own. */
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

/** The page of an address in a package. */
export function pageOf(url: string): Page {
  const file = url.split("?")[0]!.split("/").at(-1)!;
  return PAGES[file] ?? USUAL;
}
