import { expectAccessible } from "../axe.ts";
import {
  closePackage,
  content,
  createCourseOfPackage,
  pressStart,
  startPackage,
  talkingPackage,
  tell,
  pressStartCourse,
} from "../packages.ts";
import { signIn } from "../sign-in.ts";
import { expect, test } from "../server.ts";

/** A lesson and its test: failing the test returns to the lesson, passing it skips the lesson. */
const lesson = `<imsss:sequencing>
  <imsss:sequencingRules><imsss:preConditionRule><imsss:ruleConditions><imsss:ruleCondition condition="satisfied"/></imsss:ruleConditions><imsss:ruleAction action="skip"/></imsss:preConditionRule></imsss:sequencingRules>
  <imsss:rollupRules rollupObjectiveSatisfied="false" objectiveMeasureWeight="0"/>
  <imsss:objectives><imsss:primaryObjective objectiveID="known"><imsss:mapInfo targetObjectiveID="global-known" readSatisfiedStatus="true"/></imsss:primaryObjective></imsss:objectives>
  <imsss:deliveryControls completionSetByContent="true" objectiveSetByContent="true"/></imsss:sequencing>`;
const quiz = `<imsss:sequencing>
  <imsss:sequencingRules><imsss:postConditionRule><imsss:ruleConditions><imsss:ruleCondition operator="not" condition="satisfied"/></imsss:ruleConditions><imsss:ruleAction action="previous"/></imsss:postConditionRule></imsss:sequencingRules>
  <imsss:objectives><imsss:primaryObjective objectiveID="passed" satisfiedByMeasure="true"><imsss:minNormalizedMeasure>0.8</imsss:minNormalizedMeasure><imsss:mapInfo targetObjectiveID="global-known" readSatisfiedStatus="false" readNormalizedMeasure="false" writeSatisfiedStatus="true"/></imsss:primaryObjective></imsss:objectives>
  <imsss:deliveryControls completionSetByContent="true" objectiveSetByContent="true"/></imsss:sequencing>`;
const course = `<imsss:sequencing><imsss:controlMode choice="false" flow="true"/></imsss:sequencing>`;
const items = [
  { id: "lesson", title: "The lesson", inside: lesson },
  { id: "quiz", title: "The test", inside: quiz },
];

test("returns the learner to the lesson after a failed test and completes a SCORM 2004 course after a passed one [SCORM 2004 sequencing: rules, roll-up, flow]", async ({
  browser,
  server,
}) => {
  const site = server.at("demo");
  const author = await (await browser.newContext()).newPage();
  await signIn(author, site, "instructor@demo.test");
  const id = await createCourseOfPackage(author, "Remediation", talkingPackage("2004", items, course));

  const page = await (await browser.newContext()).newPage();
  await signIn(page, site, "learner@demo.test");
  await page.goto(`${site}/learner/catalog/course/${id}`);
  await pressStartCourse(page);
  await startPackage(page, site, id);
  const heading = content(page).getByRole("heading");

  await test.step("starts with the lesson and offers no choice of activities", async () => {
    await expect(heading).toHaveText("lesson");
    await expect(page.getByTestId("scorm-toc-item-lesson")).toHaveAttribute("aria-current", "true");
    await expect(page.getByTestId("scorm-toc-item-quiz")).toHaveAttribute("aria-disabled", "true");
    await expect(page.getByTestId("scorm-previous")).toBeDisabled();
    await expectAccessible(page);
    await tell(page, "cmi.completion_status=completed");
    await page.getByTestId("scorm-continue").click();
    await expect(heading).toHaveText("quiz");
  });

  await test.step("returns to the lesson after a failed test", async () => {
    await tell(page, "cmi.score.scaled=0.5");
    await tell(page, "cmi.completion_status=completed");
    await tell(page, "adl.nav.request=continue");
    await content(page).getByLabel("Call").fill("end");
    await content(page).getByRole("button", { name: "Do" }).click();
    await expect(heading).toHaveText("lesson");
  });

  await test.step("resumes at the same activity after the window closed", async () => {
    await tell(page, "cmi.location=half way");
    await tell(page, "cmi.exit=suspend");
    await closePackage(page);
    await pressStart(page);
    await expect(heading).toHaveText("lesson");
    await expect(content(page).locator("#found")).toHaveText("Found: resume half way");
    await page.getByTestId("scorm-continue").click();
    await expect(heading).toHaveText("quiz");
  });

  await test.step("completes the unit after a passed test", async () => {
    await tell(page, "cmi.score.scaled=0.9");
    await tell(page, "cmi.completion_status=completed");
    await tell(page, "adl.nav.request=exitAll");
    await content(page).getByLabel("Call").fill("end");
    await content(page).getByRole("button", { name: "Do" }).click();
    await expect(page.getByTestId("scorm-session-ended")).toBeVisible();
    await expectAccessible(page);
    await page.getByTestId("scorm-session-ended").getByRole("button", { name: "Close" }).click();
    await expect(page.getByText("You have completed this unit.")).toBeVisible();
  });
});
