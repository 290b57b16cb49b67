// `npm run bench`: single calls. `npm run bench -- screens`: whole screens, as a browser sends them.
if (process.argv[2] === "screens") {
  process.argv.splice(2, 1);
  await import("./screens.ts");
} else {
  await import("./bench.ts");
}
