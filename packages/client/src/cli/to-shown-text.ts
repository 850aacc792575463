import { stripVTControlCharacters } from 'node:util'

// Beside the controls: what turns the direction of the text, and what has no width. Both make one thing read as another.
const HIDDEN = /[\p{Cc}\u200b\u200e\u200f\u202a-\u202e\u2060\u2066-\u2069\ufeff]/gu
const BREAKS = /\s*[\r\n\t\u2028\u2029]+\s*/gu

/**
 * One line that is safe on a terminal. A member chooses his name and a partner his words: neither may move the cursor,
 * change a title, answer for the person or paint over what another row says.
 */
export function toShownText(text: string): string {
  return stripVTControlCharacters(text).replaceAll(BREAKS, ' ').replaceAll(HIDDEN, '')
}

/** The same for text that has lines of its own, such as a table. The mark at its head tells a spreadsheet how it is encoded. */
export function toShownLines(text: string): string {
  const mark = text.startsWith('\ufeff') ? '\ufeff' : ''
  return (
    mark + stripVTControlCharacters(text).replaceAll(HIDDEN, (sign) => (/[\t\r\n]/.test(sign) ? sign : ''))
  )
}

/** As JSON says the same with other letters: what a terminal would obey is written as an escape. */
export function toSafeJson(value: unknown, indent?: number): string {
  return JSON.stringify(value, null, indent).replaceAll(
    /[\u007f-\u009f\u200b\u200e\u200f\u2028\u2029\u202a-\u202e\u2060\u2066-\u2069\ufeff]/g,
    (sign) => `\\u${sign.charCodeAt(0).toString(16).padStart(4, '0')}`,
  )
}
