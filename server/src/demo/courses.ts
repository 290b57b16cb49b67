import { clearReports } from "./courses/clear-reports.ts";
import { dataProtection } from "./courses/data-protection.ts";
import { firstAid } from "./courses/first-aid.ts";
import { foodHygiene } from "./courses/food-hygiene.ts";
import { leadingASession } from "./courses/leading-a-session.ts";
import { movingAndHandling } from "./courses/moving-and-handling.ts";
import { onlineSafety } from "./courses/online-safety.ts";
import { riverRescue } from "./courses/river-rescue.ts";
import { safeguardingEssentials } from "./courses/safeguarding-essentials.ts";
import { welcome } from "./courses/welcome.ts";
import type { DemoCategory, DemoCourse } from "./demo-course.ts";

type DemoCatalogue = { categories: DemoCategory[]; courses: DemoCourse[] };

/** The catalog of Northgate Trust. Parents and prerequisites come before what needs them. */
export const northgate: DemoCatalogue = {
  categories: [
    { key: "safe-practice", name: "Safe practice", parent: null },
    { key: "safeguarding", name: "Safeguarding", parent: "safe-practice" },
    { key: "health-and-safety", name: "Health and safety", parent: "safe-practice" },
    { key: "working-here", name: "Working at Northgate", parent: null },
    { key: "induction", name: "Induction", parent: "working-here" },
    { key: "communication", name: "Communication", parent: "working-here" },
    { key: "data-and-technology", name: "Data and technology", parent: "working-here" },
  ],
  courses: [
    welcome,
    safeguardingEssentials,
    foodHygiene,
    firstAid,
    movingAndHandling,
    onlineSafety,
    dataProtection,
    clearReports,
  ],
};

/** The catalog of the river-sports club. */
export const riverside: DemoCatalogue = {
  categories: [
    { key: "on-the-water", name: "On the water", parent: null },
    { key: "river-safety", name: "River safety", parent: "on-the-water" },
    { key: "coaching", name: "Coaching", parent: "on-the-water" },
  ],
  courses: [riverRescue, leadingASession],
};
