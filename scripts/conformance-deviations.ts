/** What is known to differ from each standard, or to be limited, in the words of docs/conformance.md. */
export const DEVIATIONS = {
  "SCORM 1.2": [
    "`cmi.suspend_data`, `cmi.comments` and `cmi.launch_data` take 64,000 characters and not 4,096, and `cmi.core.lesson_location` 1,000 and not 255: real content writes more than the book allows.",
    "`cmi.core.credit` is always `credit` and `cmi.core.lesson_mode` always `normal`; `cmi.comments_from_lms` is always empty.",
    "`adlcp:prerequisites` is read and kept, and not evaluated: SCOs are chosen freely from the table of contents.",
    "`adlcp:maxtimeallowed` and `adlcp:timelimitaction` are told to the content and not enforced.",
    "AICC and SCORM 1.1 are refused.",
  ],
  "SCORM 2004": [
    "Sequencing runs in the browser. The server keeps the state it is told, and checks every value that content sets; the rolled-up status of the root it takes as it is told.",
    "`imsss:attemptAbsoluteDurationLimit` is told to the content as `cmi.max_time_allowed` and does not keep an activity from being delivered.",
    "`cmi.credit` is always `credit`, `cmi.mode` always `normal`, and `cmi.comments_from_lms` is always empty.",
    "Whoever takes a course again begins without the global objectives and shared data that were found in it last; the standard knows no such case.",
    "Of limits, that of attempts is enforced; those of time and duration are not.",
    "ADL's LMS test suite for the 4th Edition is no part of this project's tests; `e2e/suites/adl` drives its cases. Run on 22 November 2026: 187 of 188; DMI fails, for the data types of some interactions.",
  ],
  xAPI: [
    "`/xapi` speaks 2.0.0 and takes 1.0.x; `/xapi/v1` speaks 1.0.3 strictly: the two versions contradict each other in places and cannot both be met at one address.",
    "A statement or document parameter with the character U+0000 is refused: no text of the database can hold it.",
    "A refusal for want of credentials has no `WWW-Authenticate`: browsers would stop a course with a password prompt.",
    "At most 5,000 statements and 20 MB in one request, and 10 MB in one document.",
    "OAuth is not offered; credentials are HTTP Basic.",
    "ADL's LRS conformance suite is no part of this project's tests. Run by hand on 21 November 2026: 1,442 of 1,442 at `/xapi`, 1,365 of 1,365 at `/xapi/v1`.",
  ],
  cmi5: [
    "13.2.0.0-1, 13.1.5.0: a course structure is held to the rules that the product reads it by, and not validated by the XML Schema: an element of another namespace, or in a place where it has no meaning, is passed over.",
    "6.3.0.0-2: nothing has to be voided, for what conflicts with the rules is refused before it is stored.",
    "9.3.4.0-2, 9.3.5.0-2: a score is compared with the mastery score by its scaled value. One that has a raw value alone is not compared.",
    "9.3.8.0-4: there is no time of grace after 'Terminated'.",
    "9.3.2.0-1: between 'Launched' and 'Initialized' there may be twelve hours.",
    "10.2.7.2-1: `entitlementKey.alternate` is never given.",
    "8.1.4.0-3: an AU that asks for a state without the registration is refused, as the list of requirements has it; the specification's own text is milder.",
    "9.6.1.1-3: a registration is made by the first launch, and the criteria are looked at then, and not when somebody is enrolled.",
    "One session of a registration is open at a time: launching another AU of it abandons the one before.",
    "CATAPULT's LMS test suite is no part of this project's tests. Run by hand on 21 November 2026: 87 of 87.",
  ],
} as const;
