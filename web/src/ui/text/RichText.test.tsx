import { expect, test } from "vitest";
import { render } from "../../testing/render.tsx";
import { RichText } from "./RichText.tsx";

const draw = (content: unknown) => {
  const text = typeof content === "string" ? content : JSON.stringify(content);
  return render(<RichText content={text} />).container;
};
const html = (...ops: unknown[]) => draw({ ops }).querySelector(".rich-text")?.innerHTML;

test("RichText keeps the formats of words", () => {
  const ops = [
    { insert: "Plain " },
    { insert: "bold", attributes: { bold: true } },
    { insert: " and " },
    { insert: "all", attributes: { italic: true, underline: true, strike: true } },
    { insert: "\n" },
  ];
  expect(html(...ops)).toBe("<p>Plain <strong>bold</strong> and <s><u><em>all</em></u></s></p>");
});

test("RichText renders the highest heading as h2, below the title of the unit", () => {
  const line = (text: string, header: number) => [{ insert: text }, { insert: "\n", attributes: { header } }];
  expect(html(...line("A", 2), ...line("B", 3))).toBe("<h2>A</h2><h3>B</h3>");
  expect(html(...line("A", 1), ...line("B", 3))).toBe("<h2>A</h2><h4>B</h4>");
});

test("RichText nests lists by their indent and separates their kinds", () => {
  const item = (text: string, list: string, indent = 0) => [
    { insert: text },
    { insert: "\n", attributes: { list, indent } },
  ];
  expect(
    html(...item("a", "bullet"), ...item("a1", "ordered", 1), ...item("b", "bullet"), ...item("1", "ordered")),
  ).toBe("<ul><li>a<ol><li>a1</li></ol></li><li>b</li></ul><ol><li>1</li></ol>");
  expect(html(...item("deep", "bullet", 4))).toBe("<ul><li>deep</li></ul>");
});

const cell = (text: string, table: string, more = {}) => [
  { insert: text },
  { insert: "\n", attributes: { table, ...more } },
];

test("RichText renders a table with its first row as headings and fills short rows", () => {
  const box = draw({ ops: [...cell("Knot", "r1"), ...cell("Use", "r1"), ...cell("Bowline", "r2")] });
  expect([...box.querySelectorAll("th[scope=col]")].map((each) => each.textContent)).toEqual(["Knot", "Use"]);
  expect([...box.querySelectorAll("td")].map((each) => each.textContent)).toEqual(["Bowline", ""]);
  expect(box.querySelector("[role=group]")?.getAttribute("aria-label")).toBe("Table");
  expect(box.querySelector("[role=group]")?.getAttribute("tabindex")).toBe("0");
});

test("RichText renders pictures and formats in the cells of a table, and a table of one row without headings", () => {
  const ops = [{ insert: { image: "/files/a" }, attributes: { alt: "A knot" } }, ...cell("", "r1", { align: "right" })];
  const box = draw({ ops });
  expect(box.querySelector("td.text-right img")?.getAttribute("alt")).toBe("A knot");
  expect(box.querySelector("th")).toBeNull();
});

test("RichText keeps tables apart that have text between them", () => {
  expect(
    draw({ ops: [...cell("a", "r1"), { insert: "between\n" }, ...cell("b", "r1")] }).querySelectorAll("table"),
  ).toHaveLength(2);
});

test("RichText renders consecutive lines of a call-out in one box with its label", () => {
  const line = (text: string, callout: string, more = {}) => [
    { insert: text },
    { insert: "\n", attributes: { callout, ...more } },
  ];
  const box = draw({
    ops: [
      ...line("Look first.", "warning"),
      ...line("left", "warning", { list: "bullet" }),
      ...line("Sit down.", "tip"),
      { insert: "After\n" },
    ],
  });
  const notes = [...box.querySelectorAll("[role=note]")];
  expect(notes.map((note) => note.getAttribute("aria-label"))).toEqual(["Warning", "Tip"]);
  expect(notes[0]?.textContent).toBe("WarningLook first.left");
  expect(notes[0]?.querySelectorAll("ul > li")).toHaveLength(1);
  expect(box.querySelector(".rich-text > p")?.textContent).toBe("After");
});

test.each([{ callout: "x onclick=1" }, { callout: 3 }, { table: { a: 1 } }, { table: true }])(
  "RichText renders a line with the unknown attribute %j as a paragraph",
  (attributes) => expect(html({ insert: "x" }, { insert: "\n", attributes })).toBe("<p>x</p>"),
);

test("RichText aligns with a class, never a style", () => {
  expect(html({ insert: "x" }, { insert: "\n", attributes: { align: "center" } })).toBe('<p class="text-center">x</p>');
  expect(html({ insert: "x" }, { insert: "\n", attributes: { align: "x; color: red" } })).toBe("<p>x</p>");
});

test.each([
  "javascript:alert(1)",
  "java\nscript:alert(1)",
  " vbscript:x",
  "//evil.example",
  "/\\evil.example",
  "data:text/html,x",
])("RichText shows a link to %j as text", (link) =>
  expect(html({ insert: "press", attributes: { link } }, { insert: "\n" })).toBe("<p>press</p>"),
);

test("RichText opens links outside the course", () => {
  expect(html({ insert: "press", attributes: { link: "https://example.org" } }, { insert: "\n" })).toBe(
    '<p><a href="https://example.org" target="_blank" rel="noopener noreferrer">press</a></p>',
  );
});

test("RichText shows images of this site only", () => {
  const src = (image: string) =>
    draw({ ops: [{ insert: { image } }] })
      .querySelector("img")
      ?.getAttribute("src");
  expect(src("https://example.org/a.png")).toBeUndefined();
  expect(src("//example.org/a.png")).toBeUndefined();
  expect(src("uploads/a.png")).toBe("/uploads/a.png");
  expect(src("data:image/png;base64,AA")).toBe("data:image/png;base64,AA");
  expect(src("data:image/svg+xml;base64,AA")).toBeUndefined();
  expect(src("javascript:x")).toBeUndefined();
});

test("RichText shows the description of another site's image until the server has fetched it", () => {
  const picture = { insert: { image: "https://example.org/a.png" }, attributes: { alt: "A knot" } };
  expect(html(picture, { insert: "\n" })).toBe("<p>A knot</p>");
});

test("RichText shows markup in a text as text", () => {
  expect(html({ insert: "<img src=x onerror=alert(1)>\n" })).toBe("<p>&lt;img src=x onerror=alert(1)&gt;</p>");
});

test("RichText shows plain text in paragraphs", () => {
  expect(draw("One\n\nTwo").querySelectorAll("p")).toHaveLength(2);
  expect(draw("[1] is not a Delta").textContent).toBe("[1] is not a Delta");
  expect(draw("42").textContent).toBe("42");
});

test.each(["", "  ", { ops: [] }, { ops: [{ insert: "\n" }] }])("RichText says that %j is empty", (content) => {
  expect(draw(content).textContent).toBe("No content available");
});

test.each(['{"ops":[{"ins', { ops: "x" }, { ops: [{ remove: 1 }] }, { other: 1 }, null])(
  "RichText says that %j cannot be shown",
  (content) => {
    expect(draw(content).textContent).toBe("Error rendering content");
  },
);
