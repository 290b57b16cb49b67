/** The AU of a course of cmi5, as a row stores it. */
export const CMI5_AU = {
  identifier: "https://test.example/au",
  entry_url: "au.html",
  details: JSON.stringify({
    publisherId: "https://test.example/au",
    title: { en: "AU" },
    description: { en: "AU" },
    url: "au.html",
    launchMethod: "AnyWindow",
    moveOn: "Completed",
    objectives: [],
    blocks: [],
  }),
};

/** The structure of that course, as its package stores it. */
export const CMI5_MANIFEST = JSON.stringify({
  course: { publisherId: "https://test.example/course", title: { en: "Course" }, description: { en: "Course" } },
  objectives: [],
  children: ["https://test.example/au"],
});
