const LAST_MESSAGE =
  "Data that content sets for the first time while its page closes is sent within the content's handler, 64 KiB at most (a limit of browsers). Data beyond that, or without a connection, is lost. A page that ends without `pagehide` sends nothing (ADR 047; figures in docs/performance.md).";

/** Lists known deviations from each standard, and limits, for docs/conformance.md. */
export const DEVIATIONS = {
  "SCORM 1.2": [
    "`cmi.suspend_data`, `cmi.comments` and `cmi.launch_data` accept 64,000 characters instead of 4,096, and `cmi.core.lesson_location` 1,000 instead of 255, because real content exceeds the standard's limits.",
    "Some values that the standard refuses are accepted (ADR 046): `cmi.core.exit` `normal`, a result `incorrect`, time spans with one digit of hours, identifiers with spaces and of any script, and responses and patterns of 130,000 characters.",
    "`cmi.core.credit` is always `credit`, `cmi.core.lesson_mode` always `normal`, and `cmi.comments_from_lms` always empty.",
    "`adlcp:prerequisites` is read and stored, but not evaluated. Learners choose SCOs freely from the table of contents.",
    "`adlcp:maxtimeallowed` and `adlcp:timelimitaction` are given to the content and not enforced.",
    "AICC and SCORM 1.1 are refused.",
    "Content always runs in a frame, also in a separate browser window (ADR 030). Content that compares `window.top` with itself notices the frame.",
    LAST_MESSAGE,
  ],
  "SCORM 2004": [
    "Sequencing runs in the browser. The server stores the state it receives and validates every value that content sets. It accepts the rolled-up status of the root as reported.",
    "`imsss:attemptAbsoluteDurationLimit` is given to the content as `cmi.max_time_allowed`. It does not prevent the delivery of an activity.",
    "`cmi.credit` is always `credit`, `cmi.mode` always `normal`, and `cmi.comments_from_lms` always empty.",
    "A learner who retakes a course starts without the global objectives and shared data of the previous attempt. The standard does not cover this case.",
    "Limits on attempts are enforced; limits on time and duration are not.",
    "ADL's LMS test suite for the 4th Edition is not part of this project's tests. `e2e/suites/adl` automates its cases, which depend on each other and run together (`npm run suite:adl`). Results on 26 November 2026, with its commit 050f1b4: 188 of 188 in memory, and 188 of 188 in a browser.",
    "A timestamp in the format of `Date.toISOString`, with three decimals, is accepted and stored to 0.01 s. The standard refuses it, but much content writes it.",
    "One value of an interaction may have 130,000 characters, and all values of one attempt 4,000,000.",
    LAST_MESSAGE,
    "Numbers may be written as scripts write them (`.5`, `5.`, `1e-7`), and `cmi.learner_preference.audio_captioning` as `00` (ADR 046).",
  ],
  xAPI: [
    "`/xapi` speaks 2.0.0 and accepts 1.0.x, including the alternate request syntax of 1.0.3, which requests of 2.0 may not use. AUs and xAPI packages receive this address. `/xapi/v1` speaks strict 1.0.3. The two versions contradict each other in places and cannot both be met at one address.",
    "A statement or document parameter with the character U+0000 is refused, because the database cannot store it.",
    "A refusal for missing credentials has no `WWW-Authenticate`, because browsers would interrupt a course with a password prompt.",
    "One request may have at most 5,000 statements and 20 MB, and one document 10 MB.",
    "In the alternate syntax of 1.0.3, a form above 16 kB must have its `Authorization` within the first 16 kB and a `Content-Length`, because nothing more of a body is received before the credentials are checked (ADR 037).",
    "OAuth is not offered. Credentials use HTTP Basic.",
    "ADL's LRS conformance suite is not part of this project's tests. Run manually on 26 November 2026, at its commit 2ec25f2: 1,442 of 1,442 at `/xapi`, 1,365 of 1,365 at `/xapi/v1`.",
  ],
  cmi5: [
    "13.2.0.0-1, 13.1.5.0: a course structure is checked against the rules by which Cairn reads it, not against the XML Schema. An element of another namespace, or in a place where it has no meaning, is ignored.",
    "6.3.0.0-2: nothing needs to be voided, because statements that conflict with the rules are refused before they are stored.",
    "9.3.4.0-2, 9.3.5.0-2: only the scaled score is compared with the mastery score. A raw score alone is not compared.",
    "9.3.8.0-4: there is no grace period after 'Terminated'.",
    "9.3.2.0-1: up to twelve hours may pass between 'Launched' and 'Initialized'.",
    "10.2.7.2-1: `entitlementKey.alternate` is never given.",
    "8.1.4.0-3: an AU that requests a state without the registration is refused, as the list of requirements says. The specification's own text is less strict.",
    "9.6.1.1-3: the first launch creates the registration and evaluates the criteria, not the enrolment.",
    "One session of a registration is open at a time. Launching another AU of the registration abandons the open session.",
    "CATAPULT's LMS test suite is not part of this project's tests. Run manually on 26 November 2026, at its commit 806c0ba: 87 of 87.",
  ],
} as const;
