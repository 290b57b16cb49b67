import { lazyPart } from "../ui/lazyPart.tsx";
import { loadTexts } from "./i18n.ts";

// Loaded with their texts only for learners who have or find a learning path.
export const MyPathList = lazyPart(async () => {
  const [{ MyPathList: list }] = await Promise.all([
    import("../features/learning-paths/way/MyPathList.tsx"),
    loadTexts("product"),
  ]);
  return { default: list };
});
export const OfferedPathList = lazyPart(async () => {
  const [{ OfferedPathList: list }] = await Promise.all([
    import("../features/learning-paths/way/OfferedPathList.tsx"),
    loadTexts("product"),
  ]);
  return { default: list };
});
