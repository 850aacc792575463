export type DecodedUpload =
  | { text: string }
  | { problem: 'FILE_IS_EXCEL' | 'FILE_ENCODING_UNKNOWN' | 'FILE_EMPTY' }

/** How workbooks begin: a ZIP archive, and the format of Excel 97. */
const WORKBOOKS = [
  [0x50, 0x4b, 0x03, 0x04],
  [0xd0, 0xcf, 0x11, 0xe0],
]
/** What no text file has. Bytes that Windows-1252 leaves undefined become such characters too. */
const NO_TEXT = /(?![\t\n\f\r])\p{Cc}/u

/**
 * Decode an uploaded text file: UTF-8, UTF-16 as spreadsheets save "Unicode text", or Windows-1252 as Excel saves a CSV
 * file. A character is never replaced: what is none of these gets a problem.
 */
export function decodeUpload(bytes: Uint8Array): DecodedUpload {
  if (bytes.length === 0) return { problem: 'FILE_EMPTY' }
  if (WORKBOOKS.some((start) => start.every((byte, place) => bytes[place] === byte)))
    return { problem: 'FILE_IS_EXCEL' }
  for (const encoding of guessEncodings(bytes)) {
    const text = decodeWhole(bytes, encoding)
    if (text === undefined) continue
    // What is UTF-8 to its last byte is nothing else.
    return NO_TEXT.test(text) ? { problem: 'FILE_ENCODING_UNKNOWN' } : { text }
  }
  return { problem: 'FILE_ENCODING_UNKNOWN' }
}

function guessEncodings(bytes: Uint8Array): string[] {
  const [first, second] = bytes
  if (first === 0xff && second === 0xfe) return ['utf-16le']
  if (first === 0xfe && second === 0xff) return ['utf-16be']
  // Without a mark, UTF-16 has a zero byte for each letter of its head row.
  if (first !== 0 && second === 0) return ['utf-16le']
  if (first === 0 && second !== 0) return ['utf-16be']
  return ['utf-8', 'windows-1252']
}

/** The text without its byte order mark; undefined if a byte does not belong to the encoding. */
function decodeWhole(bytes: Uint8Array, encoding: string): string | undefined {
  try {
    return new TextDecoder(encoding, { fatal: true }).decode(bytes)
  } catch {
    return undefined
  }
}
