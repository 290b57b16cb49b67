/** The texts in another order than the given one, unless there is only one order. */
export function shuffled(texts: string[], random: () => number = Math.random): string[] {
  if (new Set(texts).size < 2) return texts;
  const rest = [...texts];
  const mixed = texts.flatMap(() => rest.splice(Math.floor(random() * rest.length), 1));
  const isSame = mixed.every((text, i) => text === texts[i]);
  return isSame ? [...mixed.slice(1), ...mixed.slice(0, 1)] : mixed;
}
