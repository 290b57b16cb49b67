// Runs in the browser that scripts/demo-media.ts opens: draws a story picture by picture and encodes it.

const WIDTH = 640;
const HEIGHT = 360;
const FPS = 20;
const OPENING = 2.5;
const STOP = 3;
const CLOSING = 1.5;
const COLOUR = {
  ground: "#215c63",
  line: "#3b7076",
  path: "#e6efee",
  ink: "#ffffff",
  soft: "#c4d8d7",
  mark: "#d98249",
  water: "#2f7f8c",
};

/** Draws the whole story and returns its VP9 frames as base64 (see Recording in demo-media.ts). */
window.recordFilm = async function recordFilm(story) {
  const canvas = new OffscreenCanvas(WIDTH, HEIGHT);
  const pen = canvas.getContext("2d");
  const seconds = OPENING + story.stops.length * STOP + CLOSING;
  const frames = [];
  let failure = null;
  const encoder = new VideoEncoder({
    output: (chunk) =>
      frames.push({ time: Math.round(chunk.timestamp / 1000), key: chunk.type === "key", data: base64(chunk) }),
    error: (error) => (failure = error),
  });
  encoder.configure({ codec: "vp09.00.10.08", width: WIDTH, height: HEIGHT, bitrate: 150_000, framerate: FPS });
  for (let i = 0; i < seconds * FPS && !failure; i++) {
    draw(pen, story, i / FPS);
    const frame = new VideoFrame(canvas, { timestamp: (i * 1e6) / FPS, duration: 1e6 / FPS });
    encoder.encode(frame, { keyFrame: i % (2 * FPS) === 0 });
    frame.close();
    if (encoder.encodeQueueSize > 10)
      await new Promise((resolve) => encoder.addEventListener("dequeue", resolve, { once: true }));
  }
  await encoder.flush();
  if (failure) throw failure;
  return { width: WIDTH, height: HEIGHT, duration: seconds * 1000, frames };
};

/** Plays a film for a moment, then jumps to its middle and its end: [duration, middle reached, end reached] in seconds. */
window.playFilm = async function playFilm(film) {
  const video = document.createElement("video");
  video.muted = true;
  video.src = URL.createObjectURL(new Blob([Uint8Array.fromBase64(film)], { type: "video/webm" }));
  const once = (event) =>
    new Promise((resolve, reject) => {
      video.addEventListener(event, resolve, { once: true });
      video.addEventListener("error", () => reject(new Error(video.error.message)), { once: true });
    });
  await once("loadeddata");
  await video.play();
  await once("timeupdate");
  video.pause();
  const reached = [];
  for (const target of [video.duration / 2, video.duration - 0.5]) {
    const done = once("seeked");
    video.currentTime = target;
    await done;
    reached.push(video.currentTime);
  }
  return [video.duration, ...reached];
};

function draw(pen, story, time) {
  pen.fillStyle = COLOUR.ground;
  pen.fillRect(0, 0, WIDTH, HEIGHT);
  const progress = (time - OPENING) / STOP;
  if (story.scene === "river") drawRiver(pen, progress);
  else drawPath(pen, story.stops.length, progress);
  drawWords(pen, story, progress);
}

/** The path: a dot walks from stone to stone, and each stone grows when the dot arrives. */
function drawPath(pen, stops, progress) {
  for (let offset = -150; offset < 320; offset += 30) line(pen, COLOUR.line, 1.2, (x) => wave(x, offset) + offset);
  line(pen, COLOUR.path, 2.5, (x) => wave(x, 0));
  const place = (nth) => 40 + ((nth + 1) * (WIDTH - 80)) / (stops + 1);
  const nth = Math.max(-1, Math.min(stops - 1, Math.floor(progress)));
  const arrived = nth < 0 ? 0 : ease((progress - nth) / 0.4);
  for (let i = 0; i < stops; i++) {
    const grown = i < nth ? 1 : i === nth ? arrived : 0;
    stone(pen, place(i), wave(place(i), 0), grown, i === nth);
  }
  const left = Math.max(0, progress - stops);
  const from = nth <= 0 ? 10 : place(nth - 1);
  const x =
    left > 0
      ? place(stops - 1) + ease(left * 2) * (WIDTH - place(stops - 1))
      : nth < 0
        ? 10
        : from + (place(nth) - from) * arrived;
  dot(pen, x, wave(x, 0), 9);
}

/** The river runs to the right; the rescuer stands on the lower bank, and the rope swings the swimmer in. */
function drawRiver(pen, progress) {
  const upper = (x) => 60 + 14 * Math.sin(x / 95);
  const lower = (x) => 218 + 10 * Math.sin(x / 110 + 1);
  for (let offset = 0; offset < 60; offset += 26) line(pen, COLOUR.line, 1.2, (x) => upper(x) - 18 - offset);
  line(pen, COLOUR.line, 1.2, (x) => lower(x) + 22);
  area(pen, COLOUR.water, upper, lower);
  line(pen, COLOUR.path, 2, upper);
  line(pen, COLOUR.path, 2, lower);
  for (let i = 0; i < 5; i++) {
    pen.setLineDash([40, 90]);
    pen.lineDashOffset = -(progress + 2) * 60 - i * 47;
    line(pen, "#5a9da7", 1.5, (x) => upper(x) + ((lower(x) - upper(x)) * (i + 1)) / 6);
  }
  pen.setLineDash([]);

  const rescuer = { x: 330, y: lower(330) + 8 };
  const rope = 95;
  const drift = Math.min(1, Math.max(0, (progress + 0.8) / 3.4));
  const swing = ease((progress - 2.7) / 1.1);
  const angle = -Math.PI / 2 + swing * (Math.PI / 2 - 0.12);
  const swimmer =
    swing > 0
      ? { x: rescuer.x + rope * Math.cos(angle), y: rescuer.y + rope * Math.sin(angle) }
      : { x: 20 + 310 * drift, y: rescuer.y - rope + 12 * Math.sin(drift * Math.PI) };
  const thrown = ease((progress - 2.1) / 0.35);
  if (thrown > 0) {
    const end = {
      x: rescuer.x + (swimmer.x + 6 - rescuer.x) * thrown,
      y: rescuer.y + (swimmer.y - 8 - rescuer.y) * thrown,
    };
    const slack = 26 * (1 - ease((progress - 2.45) / 0.3));
    pen.strokeStyle = COLOUR.ink;
    pen.lineWidth = 2;
    pen.beginPath();
    pen.moveTo(rescuer.x, rescuer.y);
    pen.quadraticCurveTo((rescuer.x + end.x) / 2 + slack, (rescuer.y + end.y) / 2 - slack, end.x, end.y);
    pen.stroke();
  }
  stone(pen, rescuer.x, rescuer.y + 6, 1, progress >= 0 && progress < 1);
  dot(pen, swimmer.x, swimmer.y + 2 * Math.sin(progress * 9) * (1 - swing), 8);
}

function drawWords(pen, { title, stops }, progress) {
  const fade = pen.createLinearGradient(0, 248, 0, 278);
  fade.addColorStop(0, "#215c6300");
  fade.addColorStop(1, COLOUR.ground);
  pen.fillStyle = fade;
  pen.fillRect(0, 248, WIDTH, HEIGHT - 248);
  pen.textAlign = "left";
  const nth = Math.min(stops.length - 1, Math.floor(progress));
  if (progress < 0) {
    words(pen, title, 40, 318, "500 30px newsreader", COLOUR.ink, ease((progress + OPENING / STOP) * 3));
    return;
  }
  const shown = progress < stops.length ? ease((progress - nth) * 4) : 1;
  words(pen, stops[nth].word, 40, 306, "500 32px newsreader", COLOUR.ink, shown);
  words(pen, stops[nth].note, 40, 334, "500 17px figtree", COLOUR.soft, shown);
  pen.textAlign = "right";
  words(pen, `${nth + 1} / ${stops.length}`, WIDTH - 40, 306, "500 17px figtree", COLOUR.soft, 1);
}

function words(pen, text, x, y, font, colour, opacity) {
  pen.globalAlpha = opacity;
  pen.font = font;
  pen.fillStyle = colour;
  pen.fillText(text, x, y);
  pen.globalAlpha = 1;
}

/** Three flat stones on one another, a small cairn. */
function stone(pen, x, y, grown, marked) {
  if (grown === 0) {
    dot(pen, x, y, 4, COLOUR.path);
    return;
  }
  pen.fillStyle = marked ? COLOUR.ink : COLOUR.path;
  [17, 12, 8].forEach((radius, level) => {
    pen.beginPath();
    pen.ellipse(x + (level === 1 ? 2 : 0), y - 6 - level * 10 * grown, radius * grown, 5.2 * grown, 0, 0, 2 * Math.PI);
    pen.fill();
  });
}

function dot(pen, x, y, radius, colour = COLOUR.mark) {
  pen.fillStyle = colour;
  pen.strokeStyle = COLOUR.ink;
  pen.lineWidth = 2.5;
  pen.beginPath();
  pen.arc(x, y, radius, 0, 2 * Math.PI);
  pen.fill();
  if (colour === COLOUR.mark) pen.stroke();
}

function line(pen, colour, width, height) {
  pen.strokeStyle = colour;
  pen.lineWidth = width;
  pen.beginPath();
  for (let x = -8; x <= WIDTH + 8; x += 8) pen.lineTo(x, height(x));
  pen.stroke();
}

function area(pen, colour, top, bottom) {
  pen.fillStyle = colour;
  pen.beginPath();
  for (let x = -8; x <= WIDTH + 8; x += 8) pen.lineTo(x, top(x));
  for (let x = WIDTH + 8; x >= -8; x -= 8) pen.lineTo(x, bottom(x));
  pen.fill();
}

/** The height of the path at x; neighbouring contour lines are a little flatter and shifted. */
function wave(x, offset) {
  const calm = 1 - Math.abs(offset) / 500;
  return 150 + calm * (34 * Math.sin(x / 92 + offset / 160) + 14 * Math.sin(x / 41 + 2));
}

function ease(part) {
  const t = Math.min(1, Math.max(0, part));
  return t * t * (3 - 2 * t);
}

function base64(chunk) {
  const bytes = new Uint8Array(chunk.byteLength);
  chunk.copyTo(bytes);
  return bytes.toBase64();
}
