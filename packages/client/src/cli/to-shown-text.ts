import { stripVTControlCharacters } from 'node:util'

// Control, direction and zero-width characters, which can disguise text.
const HIDDEN = /[\p{Cc}\u200b\u200e\u200f\u202a-\u202e\u2060\u2066-\u2069\ufeff]/gu
const BREAKS = /[\r\n\t\u2028\u2029]\s*/gu

/**
 * Make text safe for one line of a terminal. Members choose their names and partners their texts: neither may move the
 * cursor, change the title, type for the user or overwrite another row.
 */
export function toShownText(text: string): string {
  return stripVTControlCharacters(text).replaceAll(BREAKS, ' ').replaceAll(HIDDEN, '')
}

/** The same for multi-line text, such as a table. Keeps the byte order mark that spreadsheets need. */
export function toShownLines(text: string): string {
  const mark = text.startsWith('\ufeff') ? '\ufeff' : ''
  return (
    mark + stripVTControlCharacters(text).replaceAll(HIDDEN, (sign) => (/[\t\r\n]/.test(sign) ? sign : ''))
  )
}

/** Escape in JSON what a terminal would interpret. */
export function toSafeJson(value: unknown, indent?: number): string {
  return JSON.stringify(value, null, indent).replaceAll(
    /[\u007f-\u009f\u200b\u200e\u200f\u2028\u2029\u202a-\u202e\u2060\u2066-\u2069\ufeff]/g,
    (sign) => `\\u${sign.charCodeAt(0).toString(16).padStart(4, '0')}`,
  )
}
