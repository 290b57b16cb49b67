import { describe, expect, test } from "vitest";
import { htmlToText } from "./html-text.ts";
import { readQti } from "./read-qti.ts";

const readItem = (prompt: string) =>
  readQti(
    Buffer.from(`<assessmentItem><responseDeclaration identifier="R" cardinality="single" baseType="identifier"><correctResponse>
    <value>a</value></correctResponse></responseDeclaration><itemBody>${prompt}<choiceInteraction responseIdentifier="R" maxChoices="1">
    <simpleChoice identifier="a">10<sup>3</sup></simpleChoice><simpleChoice identifier="b">103</simpleChoice></choiceInteraction></itemBody>
    </assessmentItem>`),
  ).questions[0]!.question;

describe("superscripts and subscripts", () => {
  test.each([
    ["10<sup>3</sup> is not 103", "10³ is not 103"],
    ["10<sup>-3</sup> m<sup>2</sup>", "10⁻³ m²"],
    ["H<sub>2</sub>SO<SUB>4</SUB>", "H₂SO₄"],
    ["e<sup>x</sup> and 2<sup>k+1</sup>", "e^x and 2^(k+1)"],
    ["a<sub>ij</sub> and v<sub>max</sub>", "a_(ij) and vₘₐₓ"],
    ['2<sup style="color: red"><b>10</b></sup>', "2¹⁰"],
    ["the 1<sup>st</sup> of May, Cairn<sup>TM</sup>", "the 1st of May, CairnTM"],
    ["x<sup>&lt;y</sup>", "x^(<y)"],
    ["x<sup> </sup>y", "x y"],
    ["10<sup>3", "103"],
  ])("of '%s' keep their meaning", (html, text) => {
    expect(htmlToText(html)).toBe(text);
  });

  test("of QTI keep their meaning", () => {
    const question = readItem("<p>Is x<sup>2</sup> + a<sub>n</sub> = 2<sup>k+1</sup>, the 2<sup>nd</sup>?</p>");
    expect(question.question).toBe("Is x² + aₙ = 2^(k+1), the 2nd?");
    expect(question.options.map(({ text }) => text)).toEqual(["10³", "103"]);
  });
});

test.each([
  [
    "Caf&eacute; &Eacute;t&eacute;&nbsp;: 5&deg;, 3&minus;2 &le; &pi;, &frac12; m&sup2;",
    "Café Été : 5°, 3−2 ≤ π, ½ m²",
  ],
  ["&ldquo;Ja&rdquo; &amp;amp; &#8211; &#x3b1; &apos;&quot;&LT;", "“Ja” &amp; – α '\"<"],
  ["AT&T; &unknown; & &eacute", "AT&T; &unknown; & &eacute"],
])("the names of characters in '%s' become these", (html, text) => {
  expect(htmlToText(html)).toBe(text);
});

test.each([
  ["Choose one:<ul><li>a</li><li>b</li></ul>Then go on.", "Choose one:\na\nb\nThen go on."],
  ["<table><tr><th>x</th><th>y</th></tr><tr><td>1</td><td>2</td></tr></table>", "x y\n1 2"],
  ["One<div>two</div>three", "One\ntwo\nthree"],
  ["<p>One</p><p>two</p> <p></p><p>three</p>", "One\ntwo\n\nthree"],
  ["<div><p>One<br></p><pre>two</pre></div>", "One\n\ntwo"],
  ["<dl><dt>a</dt><dd>b</dd></dl><blockquote>c</blockquote>", "a\nb\nc"],
])("the parts of '%s' are not joined", (html, text) => {
  expect(htmlToText(html)).toBe(text);
});
