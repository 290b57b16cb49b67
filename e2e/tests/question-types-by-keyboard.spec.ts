import type { Locator } from "@playwright/test";
import { createPicture } from "../../server/src/testing/course-rows.ts";
import { expectAccessible } from "../axe.ts";
import { publish, upload } from "../course.ts";
import { expect, test } from "../server.ts";
import { signIn } from "../sign-in.ts";
import { pressAt, tabTo } from "../keyboard.ts";
import { expectToFitInto } from "../width.ts";

test("a learner answers a question of every type by keyboard alone", async ({ browser, server }) => {
  const site = server.at("demo");
  const author = await (await browser.newContext()).newPage();
  await signIn(author, site, "instructor@demo.test");
  const picture = await createPicture({ width: 900, height: 500, background: "#dde3ee" });
  const hall = await upload(author, "image", "hall.jpg", picture);
  const ask = (type: string, question: string, rest: object = {}) => ({ unit_order: 1, type, question, ...rest });
  const id = await publish(author, "Without a mouse", {
    test_units: [
      { unit_order: 1, title: "Everything", pass_mark: 100, questions_per_page: 3, review: "after_attempt" },
    ],
    tests: [
      ask("Multiple Choice", "Which are rivers?", {
        options: [{ text: "Severn", checked: true }, { text: "Skiddaw" }, { text: "Trent", checked: true }],
      }),
      ask("True or False", "The river rises after rain.", {
        options: [{ text: "True", checked: true }, { text: "False" }],
      }),
      ask("Fill the Gaps", "Never [lend|copy] the rope."),
      ask("Fill the Gaps", "A square with the edge \\(a\\) has the area [\\(a^2\\)|\\(\\frac{a}{2}\\)|\\(2 a\\)]."),
      ask("Ordering", "What comes first?", { options: [{ text: "Look" }, { text: "Shout" }] }),
      ask("Match the Pairs", "What is it for?", {
        pairs: [
          { left: "rope", right: "to throw" },
          { left: "whistle", right: "to call" },
        ],
      }),
      ask("Match the Pairs", "Which is its area?", {
        pairs: [
          { left: "A square", right: "\\(a^2\\)" },
          { left: "A circle", right: "\\(\\pi r^2\\)" },
        ],
      }),
      ask("Number", "How many gauges are there?", { accepted: [{ text: "2" }] }),
      ask("Short Text", "Which river has the gauge?", { accepted: [{ text: "Severn" }] }),
      ask("Free Text", "Why do you call first?", {
        rules: [{ condition: "contains", word: "help", points: 1 }],
        required_points: 1,
      }),
      ask("Hotspot", "Which way do you leave?", {
        media: [{ kind: "picture", file: hall, alt: "A hall with two exits" }],
        options: [
          { text: "On the left", checked: true, region: { x: 10, y: 20, width: 20, height: 40 } },
          { text: "On the right", region: { x: 60, y: 20, width: 20, height: 40 } },
        ],
      }),
      ask("Essay", "What did you learn?"),
    ],
  });

  const page = await (await browser.newContext()).newPage();
  await signIn(page, site, "yusuf.demir@demo.test");
  await page.goto(`${site}/learner/catalog/course/${id}`);
  await pressAt(page, page.getByRole("button", { name: "Start Course" }));
  await pressAt(page, page.getByRole("button", { name: "Start Test" }));
  const asked = (question: string | RegExp) => page.getByRole("listitem").filter({ hasText: question });

  await test.step("several options, true or false, and a list of words", async () => {
    await expect(page.getByRole("heading", { name: "Page 1 of 4" })).toBeVisible();
    await pressAt(page, page.getByRole("checkbox", { name: "Severn" }), "Space");
    await pressAt(page, page.getByRole("checkbox", { name: "Trent" }), "Space");
    await pressAt(page, page.getByRole("radio", { name: "True" }), "Space");
    await tabTo(page, page.getByLabel("Gap 1 of 1"));
    await page.keyboard.type("lend");
    await expect(page.getByLabel("Gap 1 of 1")).toHaveValue("lend");
    await turn(3);
  });

  await test.step("a list of formulas, an order, and pairs", async () => {
    const gap = page.getByRole("combobox", { name: "Gap 1 of 1" });
    // Once it can draw formulas.
    await expect(gap).toBeEnabled();
    await pressAt(page, gap);
    const list = page.getByRole("listbox");
    await expect(list.locator("math msup")).toHaveCount(1);
    await expect(list.locator("math mfrac")).toHaveCount(1);
    await expectAccessible(page);
    await choose(list, "msup");
    await expect(gap.locator("math msup")).toBeVisible();
    await expect(gap).toBeFocused();

    const order = asked("What comes first?");
    if ((await order.getByRole("listitem").first().innerText()).includes("Shout")) {
      await pressAt(page, order.getByRole("button", { name: "Move down" }).first());
    } else {
      // An order is no answer until it is moved or kept.
      await pressAt(page, order.getByRole("button", { name: "Keep this order" }));
    }
    await expect(order.getByRole("listitem").first()).toContainText("Look");
    await tabTo(page, page.getByLabel("Partner of rope"));
    await page.keyboard.type("to throw");
    await tabTo(page, page.getByLabel("Partner of whistle"));
    await page.keyboard.type("to call");
    await turn(6);
  });

  await test.step("pairs with formulas, a number and a short text", async () => {
    await pressAt(page, page.getByRole("combobox", { name: "Partner of A circle" }));
    await choose(page.getByRole("listbox"), "mi:text('π')");
    await pressAt(page, page.getByRole("combobox", { name: "Partner of A square" }));
    // A right side in use is not offered again.
    await expect(page.getByRole("listbox").getByRole("option")).toHaveCount(2);
    await choose(page.getByRole("listbox"), "msup");
    await tabTo(page, asked("How many gauges").getByLabel("Your answer"));
    await page.keyboard.type("2");
    await tabTo(page, asked("Which river has").getByLabel("Your answer"));
    await page.keyboard.type("severn");
    await turn(9);
  });

  await test.step("texts and a region of a picture", async () => {
    await tabTo(page, asked("Why do you call").getByLabel("Your answer"));
    await page.keyboard.type("To get help.");
    await pressAt(page, page.getByRole("radio", { name: "On the left" }), "Space");
    await tabTo(page, asked("What did you learn").getByLabel("Your answer"));
    await page.keyboard.type("To work without a mouse.");
    await check(12);
    await pressAt(page, page.getByRole("button", { name: "Submit test" }));
  });

  await test.step("every answer is right, and the essay waits", async () => {
    await expect(page.getByRole("heading", { name: "Your test waits to be marked." })).toBeFocused();
    const answers = page.getByRole("region", { name: "Your answers" });
    await expect(answers.getByText("Correct", { exact: true })).toHaveCount(11);
    await expect(answers.getByText("Waiting for a mark")).toHaveCount(1);
    await expectAccessible(page);
    await expectToFitInto(page, 360);
  });

  async function turn(answered: number) {
    await check(answered);
    await pressAt(page, page.getByRole("button", { name: "Next", exact: true }));
    await expect(page.getByRole("heading", { name: /^Page \d of 4$/ })).toBeFocused();
  }

  async function check(answered: number) {
    await expect(page.getByText(`${answered} of 12 answered`)).toBeVisible();
    await expectAccessible(page);
    await expectToFitInto(page, 360);
  }

  /** Chooses the option of an open list that has such an element, with the arrow keys. */
  async function choose(list: Locator, element: string) {
    const wanted = list.getByRole("option").filter({ has: page.locator(element) });
    await expect(wanted).toHaveCount(1);
    for (let pressed = 0; (await wanted.getAttribute("data-highlighted")) === null; pressed++) {
      expect(pressed).toBeLessThan(10);
      await page.keyboard.press("ArrowDown");
    }
    await page.keyboard.press("Enter");
    await expect(list).toHaveCount(0);
  }
});
