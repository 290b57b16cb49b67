import type { Examiner } from "./examiner.ts";
import { type Act, parseActs, isSo } from "./instructions.ts";
import type { Control, Player } from "./player.ts";
import type { TestCase } from "./suite.ts";

/** More than any case needs, so that an endless case ends. */
const MOST_TURNS = 200;

/** Uses the player as the test case instructs its tester, up to the end or until nothing more happens. */
export async function take(test: TestCase, player: Player, examiner: Examiner): Promise<void> {
  let open = test.packages[0]!;
  await act({ open });
  if (test.start !== null) await act({ choose: test.start });
  for (let turns = 0; turns < MOST_TURNS; turns++) {
    await player.settle(false);
    if (!isToAct()) await player.settle(true);
    if (examiner.hasStopped()) return;
    const asked = player.asked();
    const instruction = asked ? null : examiner.takeInstruction();
    if (asked) {
      const view = await player.look();
      const answers = asked.questions.map((question) => (isSo(question, view) ? "Y" : "N"));
      examiner.answered(answers);
      await asked.answer(answers);
    } else if (instruction !== null) {
      examiner.log.push(`  The learner: ${instruction}`);
      for (const each of parseActs(instruction, open)) await act(each);
    } else if (examiner.isDone()) break;
    else return examiner.stop(`nothing more came (${await surroundings()})`);
  }
  if (test.asksForEnd) await act({ hasEnded: true });

  function isToAct(): boolean {
    return examiner.hasStopped() || examiner.isDone() || examiner.hasInstruction() || player.asked() !== null;
  }

  async function act(wanted: Act): Promise<void> {
    if (examiner.hasStopped()) return;
    await player.settle(false);
    if ("open" in wanted) {
      await player.leave();
      open = wanted.open ?? open;
      await player.open(open);
    } else if ("hasEnded" in wanted) {
      if (!(await player.look()).hasEnded) examiner.fail("the sequencing session has not ended");
    } else if ("choose" in wanted) await choose(wanted.choose);
    else if ("exit" in wanted) await exit();
    else await press(wanted.press);
  }

  async function choose(title: string) {
    const entry = (await player.look()).toc.find((each) => each.title === title);
    if (entry?.isEnabled) await player.choose(title);
    else examiner.stop(`'${title}' is ${entry ? "not to be chosen" : "not in the table of contents"}`);
  }

  async function press(control: Control) {
    const is = (await player.look()).controls[control];
    if (is === "enabled") await player.press(control);
    else examiner.stop(`the control '${control}' is ${is} (${await surroundings()})`);
  }

  /** Without an exit control the window is closed, which is all that a learner could do. */
  async function exit() {
    const { controls } = await player.look();
    await (controls.exitAll === "enabled" ? player.press("exitAll") : player.leave());
  }

  async function surroundings(): Promise<string> {
    const { controls, toc, hasEnded } = await player.look();
    const open = toc.filter(({ isEnabled }) => isEnabled).map(({ title }) => title);
    const enabled = Object.entries(controls).flatMap(([name, is]) => (is === "enabled" ? [name] : []));
    return hasEnded ? "the session has ended" : `to press: ${enabled.join(", ")}; to choose: ${open.join(", ")}`;
  }
}
