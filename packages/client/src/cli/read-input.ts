import { readFile } from 'node:fs/promises'
import { decodeUpload } from '@chuma/contract/decode-upload'
import { EXIT, stopWith } from './stop-with.ts'
import type { Terminal } from './terminal.ts'

/** Read standard input. For secrets, because everyone on the machine can list arguments. */
export async function readInput(terminal: Terminal): Promise<string> {
  return (await readBytes(terminal)).toString('utf8')
}

async function readBytes({ stdin }: Terminal): Promise<Buffer> {
  const chunks: Buffer[] = []
  for await (const chunk of stdin) chunks.push(Buffer.from(chunk))
  return Buffer.concat(chunks)
}

/** Read a file, or standard input for `-`. @throws Stop */
export async function readFileOrInput(terminal: Terminal, path: string): Promise<string> {
  const bytes =
    path === '-'
      ? await readBytes(terminal)
      : await readFile(path).catch((error: NodeJS.ErrnoException) => {
          throw stopWith(EXIT.usage, `${path} cannot be read (${error.code ?? error.message})`)
        })
  const decoded = decodeUpload(bytes)
  if ('text' in decoded) return decoded.text
  throw stopWith(EXIT.usage, `${path} cannot be read: ${PROBLEMS[decoded.problem]}`)
}

const PROBLEMS = {
  FILE_EMPTY: 'it is empty',
  FILE_IS_EXCEL: 'it is an Excel file. Save it as CSV first',
  FILE_ENCODING_UNKNOWN: 'its letters are in no known encoding. Save it as UTF-8',
}
