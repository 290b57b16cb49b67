// `npm run bench`: single calls. `npm run bench -- screens`: whole screens, as a browser sends them.
// `npm run bench -- paint`: when a screen is painted.
const [, , part] = process.argv;
if (part === "screens" || part === "paint") {
  process.argv.splice(2, 1);
  await import(`./${part}.ts`);
} else {
  await import("./bench.ts");
}
