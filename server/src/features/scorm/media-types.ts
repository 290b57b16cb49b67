/** The media types of files in packages by extension: browsers must not guess them. */
const TYPES: Record<string, string> = {
  html: "text/html",
  htm: "text/html",
  xhtml: "application/xhtml+xml",
  js: "text/javascript",
  mjs: "text/javascript",
  css: "text/css",
  json: "application/json",
  map: "application/json",
  xml: "text/xml",
  xsd: "text/xml",
  dtd: "application/xml-dtd",
  txt: "text/plain",
  csv: "text/csv",
  vtt: "text/vtt",
  srt: "text/plain",
  md: "text/plain",
  svg: "image/svg+xml",
  png: "image/png",
  jpg: "image/jpeg",
  jpeg: "image/jpeg",
  gif: "image/gif",
  webp: "image/webp",
  avif: "image/avif",
  bmp: "image/bmp",
  ico: "image/x-icon",
  cur: "image/x-icon",
  tif: "image/tiff",
  tiff: "image/tiff",
  mp3: "audio/mpeg",
  m4a: "audio/mp4",
  aac: "audio/aac",
  ogg: "audio/ogg",
  oga: "audio/ogg",
  opus: "audio/ogg",
  wav: "audio/wav",
  flac: "audio/flac",
  mp4: "video/mp4",
  m4v: "video/mp4",
  webm: "video/webm",
  ogv: "video/ogg",
  mov: "video/quicktime",
  m3u8: "application/vnd.apple.mpegurl",
  ts: "video/mp2t",
  woff: "font/woff",
  woff2: "font/woff2",
  ttf: "font/ttf",
  otf: "font/otf",
  eot: "application/vnd.ms-fontobject",
  pdf: "application/pdf",
  zip: "application/zip",
  wasm: "application/wasm",
  swf: "application/x-shockwave-flash",
  doc: "application/msword",
  docx: "application/vnd.openxmlformats-officedocument.wordprocessingml.document",
  xls: "application/vnd.ms-excel",
  xlsx: "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet",
  ppt: "application/vnd.ms-powerpoint",
  pptx: "application/vnd.openxmlformats-officedocument.presentationml.presentation",
};

const OF_TEXT = /^text\/(?!html|xml)|^application\/json/;

/**
 * Returns the type of a file by its name. Pages declare their own encoding, which is not always UTF-8; other texts are
 * UTF-8.
 */
export function mediaType(path: string): string {
  const type = TYPES[path.toLowerCase().split(".").at(-1) ?? ""] ?? "application/octet-stream";
  return OF_TEXT.test(type) ? `${type}; charset=utf-8` : type;
}
