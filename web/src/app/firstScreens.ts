// The frame of all screens and the screen that learners open first, in one file.
export { LearnerDashboardScreen } from "../features/dashboards/LearnerDashboardScreen.tsx";
export { Shell } from "./Shell.tsx";
