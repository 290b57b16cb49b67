const formats = new Map<string, Intl.DateTimeFormat>();

/**
 * Returns a date format, made once for each language and time zone. A format takes 20 kB outside the heap of JavaScript, where no
 * collection of garbage sees it: one made for each request is memory lost for a long time.
 */
export function getDateFormat(locale: string, options: Intl.DateTimeFormatOptions): Intl.DateTimeFormat {
  const key = `${locale} ${JSON.stringify(options)}`;
  const known = formats.get(key);
  if (known) return known;
  const format = new Intl.DateTimeFormat(locale, options);
  formats.set(key, format);
  return format;
}
