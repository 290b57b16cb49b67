// Runs in the browser that scripts/sample-videos.ts opens: draws a sample and records it as an MP4 file.

/** A line that grows from knot to knot for four seconds; returns the file as base64. */
window.recordSample = async function recordSample({ width, height, colour, word }) {
  const canvas = Object.assign(document.createElement("canvas"), { width, height });
  const pen = canvas.getContext("2d");
  const recorder = new MediaRecorder(canvas.captureStream(24), {
    mimeType: "video/mp4;codecs=avc1.42E01E",
    videoBitsPerSecond: 120_000,
  });
  const parts = [];
  recorder.ondataavailable = ({ data }) => parts.push(data);
  const stopped = new Promise((resolve) => (recorder.onstop = resolve));
  const began = performance.now();
  recorder.start();
  await new Promise((resolve) => {
    const draw = () => {
      const share = Math.min(1, (performance.now() - began) / 4000);
      pen.fillStyle = colour;
      pen.fillRect(0, 0, width, height);
      pen.fillStyle = pen.strokeStyle = "#ffffff";
      pen.font = "500 44px sans-serif";
      pen.textAlign = "center";
      pen.fillText(word, width / 2, height / 2 - 30);
      pen.lineWidth = 4;
      pen.beginPath();
      pen.moveTo(width * 0.15, height / 2 + 40);
      pen.lineTo(width * (0.15 + 0.7 * share), height / 2 + 40);
      pen.stroke();
      for (let knot = 0; knot <= 4 * share; knot++) {
        pen.beginPath();
        pen.arc(width * (0.15 + (0.7 * knot) / 4), height / 2 + 40, 9, 0, 7);
        pen.fill();
      }
      if (share < 1) requestAnimationFrame(draw);
      else resolve();
    };
    draw();
  });
  recorder.stop();
  await stopped;
  const bytes = new Uint8Array(await new Blob(parts).arrayBuffer());
  return btoa(bytes.reduce((text, byte) => text + String.fromCharCode(byte), ""));
};
