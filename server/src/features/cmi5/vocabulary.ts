/** The vocabulary of cmi5 statements (cmi5 9.3, 9.5.5, 9.6). */
const ADL = "http://adlnet.gov/expapi/verbs/";
const ADL_2 = "https://w3id.org/xapi/adl/verbs/";
const CMI5 = "https://w3id.org/xapi/cmi5/";

export const VERBS = {
  launched: `${ADL}launched`,
  initialized: `${ADL}initialized`,
  completed: `${ADL}completed`,
  passed: `${ADL}passed`,
  failed: `${ADL}failed`,
  terminated: `${ADL}terminated`,
  abandoned: `${ADL_2}abandoned`,
  waived: `${ADL_2}waived`,
  satisfied: `${ADL_2}satisfied`,
} as const;

export type VerbName = keyof typeof VERBS;

/** The verbs that an AU may use in cmi5 defined statements; the others are the product's. */
export const AU_VERBS = ["initialized", "completed", "passed", "failed", "terminated"] as const;
export type AuVerb = (typeof AU_VERBS)[number];

export const CATEGORY = { cmi5: `${CMI5}context/categories/cmi5`, moveOn: `${CMI5}context/categories/moveon` } as const;

const EXTENSIONS = `${CMI5}context/extensions/`;
export const EXTENSION = {
  sessionId: `${EXTENSIONS}sessionid`,
  masteryScore: `${EXTENSIONS}masteryscore`,
  launchMode: `${EXTENSIONS}launchmode`,
  launchUrl: `${EXTENSIONS}launchurl`,
  moveOn: `${EXTENSIONS}moveon`,
  launchParameters: `${EXTENSIONS}launchparameters`,
} as const;

export const REASON = `${CMI5}result/extensions/reason`;
export const ACTIVITY_TYPE = { course: `${CMI5}activitytype/course`, block: `${CMI5}activitytype/block` } as const;

export const LAUNCH_DATA = "LMS.LaunchData";
export const PREFERENCES = "cmi5LearnerPreferences";

export const LAUNCH_MODES = ["Normal", "Browse", "Review"] as const;
export type LaunchMode = (typeof LAUNCH_MODES)[number];
