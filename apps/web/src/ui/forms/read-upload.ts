import { decodeUpload } from '@chuma/contract/decode-upload'
import type { Translate } from '../../i18n/i18n.ts'

/**
 * Read a chosen text file in the encoding in which a spreadsheet saved it.
 * @throws Error with a sentence for the reader
 */
export async function readUpload(file: File, t: Translate): Promise<string> {
  const decoded = decodeUpload(new Uint8Array(await file.arrayBuffer()))
  if ('text' in decoded) return decoded.text
  throw new UnreadableFile(t(`upload.${decoded.problem}`))
}

export class UnreadableFile extends Error {}
