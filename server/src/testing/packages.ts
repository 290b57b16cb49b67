import { writeZip, type ZipEntry } from "../demo/zip.ts";

/** A SCO, or an item with children, of a package for tests. */
export interface TestItem {
  id: string;
  title?: string;
  /** The content of the item besides its title: sequencing, mastery, data. */
  inside?: string;
  type?: "sco" | "asset";
  children?: TestItem[];
  parameters?: string;
  isVisible?: boolean;
}

const NAMESPACES = {
  "1.2":
    'xmlns="http://www.imsproject.org/xsd/imscp_rootv1p1p2" xmlns:adlcp="http://www.adlnet.org/xsd/adlcp_rootv1p2"',
  "2004": `xmlns="http://www.imsglobal.org/xsd/imscp_v1p1" xmlns:adlcp="http://www.adlnet.org/xsd/adlcp_v1p3"
    xmlns:adlseq="http://www.adlnet.org/xsd/adlseq_v1p3" xmlns:adlnav="http://www.adlnet.org/xsd/adlnav_v1p3" xmlns:imsss="http://www.imsglobal.org/xsd/imsss"`,
};

interface ScormOptions {
  version?: "1.2" | "2004";
  items?: TestItem[];
  /** Sequencing of the organization, its attributes, and collections after the resources. */
  organization?: string;
  attributes?: string;
  after?: string;
  files?: ZipEntry[];
  page?: string;
}

/** Builds the manifest of a package in which every item opens `<id>.html`. */
export function scormManifest({
  version = "1.2",
  items = [{ id: "one" }],
  organization = "",
  attributes = "",
  after = "",
}: ScormOptions): string {
  const typeName = version === "1.2" ? "scormtype" : "scormType";
  const leaves = items.flatMap(function listLeaves(item): TestItem[] {
    return item.children ? item.children.flatMap(listLeaves) : [item];
  });
  return `<?xml version="1.0" encoding="UTF-8"?>
<manifest identifier="test" version="1" ${NAMESPACES[version]}>
  <metadata><schema>ADL SCORM</schema><schemaversion>${version === "1.2" ? "1.2" : "2004 4th Edition"}</schemaversion></metadata>
  <organizations default="org"><organization identifier="org" ${attributes}><title>Made for tests</title>${items.map(item).join("")}${organization}</organization></organizations>
  <resources>${leaves
    .map(
      ({ id, type = "sco" }) =>
        `<resource identifier="r-${id}" type="webcontent" adlcp:${typeName}="${type}" href="${id}.html"><file href="${id}.html"/></resource>`,
    )
    .join("")}</resources>${after}
</manifest>`;
}

function item({ id, title = id, inside = "", children, parameters, isVisible = true }: TestItem): string {
  const reference = children ? "" : ` identifierref="r-${id}"`;
  const more = `${parameters ? ` parameters="${parameters}"` : ""}${isVisible ? "" : ' isvisible="false"'}`;
  return `<item identifier="${id}"${reference}${more}><title>${title}</title>${(children ?? []).map(item).join("")}${inside}</item>`;
}

/** Builds a SCORM package with the manifest and a page for each item. */
export function scormPackage(options: ScormOptions = {}): Buffer {
  const { items = [{ id: "one" }], files = [], page = PAGE } = options;
  const ids = items.flatMap(function listIds({ id, children }): string[] {
    return children ? children.flatMap(listIds) : [id];
  });
  return writeZip([
    { name: "imsmanifest.xml", data: scormManifest(options) },
    ...ids.map((id) => ({ name: `${id}.html`, data: page })),
    ...files,
  ]);
}

/** A page that finds the API object as the standard's sample does, and exposes it to tests. */
export const PAGE = `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>SCO</title><script>
function findApi(name) {
  let at = window;
  for (let hop = 0; hop < 10; hop++) {
    if (at[name]) return at[name];
    if (at.parent === at) return at.opener ? at.opener[name] : null;
    at = at.parent;
  }
}
const api12 = findApi("API"), api2004 = findApi("API_1484_11");
const scorm = api12
  ? { init: () => api12.LMSInitialize(""), get: (k) => api12.LMSGetValue(k), set: (k, v) => api12.LMSSetValue(k, v), commit: () => api12.LMSCommit(""), end: () => api12.LMSFinish(""), error: () => api12.LMSGetLastError() }
  : { init: () => api2004.Initialize(""), get: (k) => api2004.GetValue(k), set: (k, v) => api2004.SetValue(k, v), commit: () => api2004.Commit(""), end: () => api2004.Terminate(""), error: () => api2004.GetLastError() };
scorm.init();
</script></head><body><h1>A content object</h1></body></html>`;

const cmi5Text = (name: string, words: string) => `<${name}><langstring lang="en-US">${words}</langstring></${name}>`;

/** Builds an AU `https://test.example/au/<n>` of a course structure, with its page `au<n>.html`. */
export function cmi5Au(n: number, attributes = "", inside = "", url = `au${n}.html`): string {
  return `<au id="https://test.example/au/${n}" ${attributes}>${cmi5Text("title", `AU ${n}`)}${cmi5Text("description", "An AU")}<url>${url}</url>${inside}</au>`;
}

/** Builds a block `https://test.example/block/<name>` of a course structure. */
export function cmi5Block(name: string, inside: string): string {
  return `<block id="https://test.example/block/${name}">${cmi5Text("title", `Block ${name}`)}${cmi5Text("description", "A block")}${inside}</block>`;
}

/** Builds a cmi5 course structure with a number of AUs, or with these members. */
export function cmi5Structure({
  aus = 1,
  url = (n: number) => `au${n}.html`,
  inside = "",
  attributes = "",
  members = Array.from({ length: aus }, (_, n) => cmi5Au(n, attributes, inside, url(n))).join("\n"),
} = {}): string {
  return `<?xml version="1.0" encoding="utf-8"?>
<courseStructure xmlns="https://w3id.org/xapi/profiles/cmi5/v1/CourseStructure.xsd">
  <course id="https://test.example/course">${cmi5Text("title", "Course")}${cmi5Text("description", "A course")}</course>
  ${members}
</courseStructure>`;
}

/** Builds a cmi5 package with a page for each AU. */
export function cmi5Package(
  options: Parameters<typeof cmi5Structure>[0] = {},
  { zip64 = false, page = "<!doctype html>" } = {},
): Buffer {
  const pages = Array.from({ length: options.aus ?? 1 }, (_, n) => ({ name: `au${n}.html`, data: page }));
  return writeZip([{ name: "cmi5.xml", data: cmi5Structure(options) }, ...pages], { zip64 });
}

/** Builds an xAPI package with one activity, `https://test.example/activity`. */
export function tincanPackage(page = "<!doctype html>"): Buffer {
  const manifest = `<?xml version="1.0" encoding="utf-8"?><tincan xmlns="http://projecttincan.com/tincan.xsd"><activities>
    <activity id="https://test.example/activity" type="http://adlnet.gov/expapi/activities/course"><name lang="en">An activity</name><description lang="en">Told</description><launch lang="en">index.html</launch></activity>
  </activities></tincan>`;
  return writeZip([
    { name: "tincan.xml", data: manifest },
    { name: "index.html", data: page },
  ]);
}
