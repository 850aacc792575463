import { Buffer } from 'node:buffer'
import { expect, test } from 'vitest'
import { decodeUpload } from './decode-upload.ts'

const CSV = 'name,amount\r\nÉlodie – O’Brien,1\r\n'
const utf16 = (text: string) => Buffer.from(text, 'utf16le')

test.each([
  ['UTF-8', Buffer.from(CSV)],
  ['UTF-8 with a byte order mark', Buffer.from(`\ufeff${CSV}`)],
  ['UTF-16 little endian', utf16(`\ufeff${CSV}`)],
  ['UTF-16 little endian without a mark', utf16(CSV)],
  ['UTF-16 big endian', utf16(`\ufeff${CSV}`).swap16()],
  ['UTF-16 big endian without a mark', utf16(CSV).swap16()],
  ['Windows-1252', Buffer.from(CSV.replace('–', '\x96').replace('’', '\x92'), 'latin1')],
])('%s is read as it was written', (_name, bytes) => expect(decodeUpload(bytes)).toEqual({ text: CSV }))

test.each([
  ['a workbook', Buffer.from('PK\x03\x04rest'), 'FILE_IS_EXCEL'],
  ['a workbook of Excel 97', Buffer.from([0xd0, 0xcf, 0x11, 0xe0, 0xa1]), 'FILE_IS_EXCEL'],
  ['a picture', Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, 0, 0]), 'FILE_ENCODING_UNKNOWN'],
  ['UTF-16 that is cut off', utf16(`\ufeff${CSV}`).subarray(0, 9), 'FILE_ENCODING_UNKNOWN'],
  ['nothing', Buffer.alloc(0), 'FILE_EMPTY'],
])('%s is refused', (_name, bytes, problem) => expect(decodeUpload(bytes)).toEqual({ problem }))
