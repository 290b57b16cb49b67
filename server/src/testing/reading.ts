import { Readable } from "node:stream";
import { writeZip, type ZipEntry } from "../demo/zip.ts";
import { ARCHIVE_LIMITS, type ArchiveLimits } from "../platform/archive.ts";
import { readPackage } from "../features/scorm/package-reader.ts";
import type { FileStore } from "../platform/files.ts";
import { scormManifest } from "./packages.ts";

/** Provides the part of the file store that a reader needs: one file, read whole or in part. */
function makeStore(bytes: Buffer): FileStore {
  const get: FileStore["get"] = async (_, range) =>
    Readable.from([range ? bytes.subarray(range.start, range.end + 1) : bytes]);
  return { get } as FileStore;
}

/** Reads a package as an upload does. */
export const read = (bytes: Buffer, { isXml = false, limits = {} as Partial<ArchiveLimits> } = {}) =>
  readPackage(makeStore(bytes), { key: "1/aa/x", size: bytes.length, isXml }, { ...ARCHIVE_LIMITS, ...limits });

export const page: ZipEntry = { name: "one.html", data: "<!doctype html>" };
export const manifest = (text = scormManifest({})): ZipEntry => ({ name: "imsmanifest.xml", data: text });
export const withFile = (...files: ZipEntry[]) => writeZip([manifest(), page, ...files]);
export const withManifest = (text: string | Buffer, ...files: ZipEntry[]) =>
  writeZip([{ name: "imsmanifest.xml", data: text }, page, ...files]);
export const withHref = (href: string, more = "") =>
  withManifest(scormManifest({}).replace('href="one.html"', `href="${href}"${more}`));
