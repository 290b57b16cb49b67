import { listCutOff } from "../cut-off.ts";
import { expect, test } from "../server.ts";

const TABLE = `<table style="width: 400px"><tr><td>Name</td><td style="text-align: right">Actions</td></tr></table>`;
const box = (style: string, contents: string) =>
  `<section aria-label="Users" style="width: 200px; ${style}">${contents}</section>`;

for (const [what, contents, found] of [
  ["a table in a box that hides it", box("overflow: hidden", TABLE), ['"Actions" in section "Users"']],
  ["a table in a box that clips it", box("overflow: clip", TABLE), ['"Actions" in section "Users"']],
  [
    "a button without a text",
    box("overflow: clip", `<button aria-label="Delete" style="margin-left: 300px"></button>`),
    ['"Delete" in section "Users"'],
  ],
  [
    "a box that scrolls and is cut off itself",
    box("overflow: hidden", `<div style="overflow: auto; width: 400px">${TABLE}</div>`),
    ['"Name" in section "Users"', '"Actions" in section "Users"'],
  ],
  [
    "an ellipsis without the whole text",
    box("overflow: hidden; text-overflow: ellipsis; white-space: nowrap", "The fire safety course for everybody"),
    ['"The fire safety course for everybody" in section "Users"'],
  ],
  [
    "a text that is cut off without an ellipsis, although it has a title",
    box("overflow: hidden; white-space: nowrap", `<span title="A">The fire safety course for everybody</span>`),
    ['"The fire safety course for everybody" in section "Users"'],
  ],
  [
    "a label of a chart",
    `<svg width="50" height="20"><text x="0" y="15">Completed</text></svg>`,
    ['"Completed" in svg'],
  ],
  ["nothing in a table that scrolls", box("overflow: hidden", `<div style="overflow-x: auto">${TABLE}</div>`), []],
  ["nothing in a table that fits", box("width: 500px; overflow: hidden", TABLE), []],
  ["nothing in a table that overflows visibly", box("", TABLE), []],
  [
    "nothing for an ellipsis with the whole text as its title",
    box(
      "",
      `<p title="The fire safety course for everybody" style="overflow: hidden; text-overflow: ellipsis;
      white-space: nowrap">The fire safety course for everybody</p>`,
    ),
    [],
  ],
  [
    "nothing for an ellipsis whose whole text is elsewhere on the page",
    box("overflow: hidden; text-overflow: ellipsis; white-space: nowrap", "The fire safety course for everybody") +
      "<h1>The fire safety course for everybody</h1>",
    [],
  ],
  [
    "nothing for screen readers",
    `<span style="position: absolute; width: 1px; overflow: hidden; white-space: nowrap">Loading the users</span>`,
    [],
  ],
  [
    "nothing outside of a box that does not hold it",
    box("overflow: hidden", `<div style="position: absolute; left: 300px">Menu</div>`),
    [],
  ],
  ["nothing hidden", box("overflow: hidden", `<div style="visibility: hidden">${TABLE}</div>`), []],
  [
    "nothing of a picture",
    box("overflow: hidden", `<svg width="400" height="9"><rect width="400" height="9"/></svg>`),
    [],
  ],
] as const)
  test(`the check of what is cut off reports ${what}`, async ({ page }) => {
    await page.setContent(contents);
    expect(await listCutOff(page)).toEqual(found);
  });
