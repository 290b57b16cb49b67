/** Lists of the packages by themselves: their index has lists of names as well, which are larger. */
declare module "@zxcvbn-ts/language-*/dist/commonWords.json.mjs" {
  const words: string[];
  export default words;
}
