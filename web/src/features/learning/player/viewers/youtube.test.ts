import { expect, test } from "vitest";
import { youtubePlayer } from "./youtube.ts";

test.each([
  "https://www.youtube.com/watch?v=dQw4w9WgXcQ&t=3",
  "https://www.youtube.com/watch?list=x&v=dQw4w9WgXcQ",
  "https://youtu.be/dQw4w9WgXcQ?si=1",
  "https://www.youtube.com/embed/dQw4w9WgXcQ",
  "https://www.youtube.com/shorts/dQw4w9WgXcQ",
])("plays %s without cookies", (link) => {
  expect(youtubePlayer(link)).toBe("https://www.youtube-nocookie.com/embed/dQw4w9WgXcQ");
});

test.each([null, "", "https://example.org/film.mp4", "https://www.youtube.com/watch?v=../../evil"])(
  "rejects %j as a YouTube video",
  (link) => expect(youtubePlayer(link)).toBeNull(),
);
