import fc from "fast-check";
import { expect, test } from "vitest";
import { findYoutubeId } from "./youtube.ts";

test.each([
  "https://www.youtube.com/watch?v=dQw4w9WgXcQ",
  "http://youtube.com/watch?v=dQw4w9WgXcQ&t=43s&list=PL123",
  "https://www.youtube.com/watch?app=desktop&v=dQw4w9WgXcQ#comments",
  "https://m.youtube.com/watch?v=dQw4w9WgXcQ",
  "https://music.youtube.com/watch?v=dQw4w9WgXcQ",
  "https://youtu.be/dQw4w9WgXcQ?si=abcdef",
  "https://www.youtube.com/embed/dQw4w9WgXcQ?rel=0",
  "https://www.youtube-nocookie.com/embed/dQw4w9WgXcQ",
  "https://www.youtube.com/shorts/dQw4w9WgXcQ",
  "https://www.youtube.com/live/dQw4w9WgXcQ?feature=share",
  "youtube.com/watch?v=dQw4w9WgXcQ",
  "  youtu.be/dQw4w9WgXcQ  ",
  "HTTPS://WWW.YOUTUBE.COM/watch?v=dQw4w9WgXcQ",
])("finds the video in %s", (link) => {
  expect(findYoutubeId(link)).toBe("dQw4w9WgXcQ");
});

test.each([
  "",
  "dQw4w9WgXcQ",
  "https://www.youtube.com/",
  "https://www.youtube.com/watch?v=short",
  "https://www.youtube.com/watch?v=dQw4w9WgXcQtoolong",
  "https://www.youtube.com/@channel/videos",
  "https://www.youtube.com/playlist?list=PL123",
  "https://youtube.com.evil.example/watch?v=dQw4w9WgXcQ",
  "https://evil.example/?u=https://youtu.be/dQw4w9WgXcQ",
  "https://youtu.be@evil.example/dQw4w9WgXcQ",
  "javascript:alert(1)//youtu.be/dQw4w9WgXcQ",
  "https://youtu.be/%22onload%3D",
])("finds no video in %s", (link) => {
  expect(findYoutubeId(link)).toBeNull();
});

test("returns a plain id or nothing for any text", () => {
  fc.assert(
    fc.property(fc.oneof(fc.string(), fc.webUrl()), (link) => {
      expect(findYoutubeId(link) ?? "dQw4w9WgXcQ").toMatch(/^[\w-]{11}$/);
    }),
  );
});
