const RAISED = toSigns("0123456789+-−=()ni", "⁰¹²³⁴⁵⁶⁷⁸⁹⁺⁻⁻⁼⁽⁾ⁿⁱ");
const LOWERED = toSigns("0123456789+-−=()aeoxhklmnpsti", "₀₁₂₃₄₅₆₇₈₉₊₋₋₌₍₎ₐₑₒₓₕₖₗₘₙₚₛₜᵢ");

/** What is raised as a matter of style and reads the same on the line: '1st', '2nd', 'Word TM'. */
const STYLE = /^(?:st|nd|rd|th|er|re|ère|ème|TM|SM|®|™)?$/i;

/**
 * Writes a superscript or subscript of HTML as text, because '10' and a raised '3' are not 103: as signs of Unicode where it has
 * all of them, otherwise with '^' or '_' in front.
 */
export function writeRaised(element: "sup" | "sub", inner: string): string {
  const text = inner.trim();
  if (STYLE.test(text)) return inner;
  const signs = [...text].map((each) => (element === "sup" ? RAISED : LOWERED).get(each));
  if (!signs.includes(undefined)) return signs.join("");
  return `${element === "sup" ? "^" : "_"}${[...text].length > 1 ? `(${text})` : text}`;
}

function toSigns(plain: string, signs: string): ReadonlyMap<string, string> {
  const list = [...signs];
  return new Map([...plain].map((each, at) => [each, list[at]!]));
}
