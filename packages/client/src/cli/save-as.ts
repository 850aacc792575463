import { open, rename, rm } from 'node:fs/promises'
import { remark } from './print-answer.ts'
import { EXIT, stopWith } from './stop-with.ts'
import type { Terminal } from './terminal.ts'
import { toShownLines } from './to-shown-text.ts'
import { writeOut } from './write-out.ts'

type Write = (text: string) => Promise<void>

/**
 * Write to standard output, or to a file that appears only when complete. Only its owner can read the file, because it
 * contains personal data.
 */
export async function saveAs(
  terminal: Terminal,
  path: string | undefined,
  fill: (write: Write) => Promise<void>,
): Promise<void> {
  if (path === undefined) return fill((text) => writeOut(terminal.stdout, toShownLines(text)))
  const unfinished = `${path}.${process.pid}.part`
  try {
    const file = await open(unfinished, 'wx', 0o600)
    try {
      await fill(async (text) => {
        await file.writeFile(text)
      })
    } finally {
      await file.close()
    }
    await rename(unfinished, path)
  } catch (error) {
    await rm(unfinished, { force: true })
    throw isFileError(error) ? stopWith(EXIT.refused, `${path} cannot be written (${error.code})`) : error
  }
  await remark(terminal, `Written to ${path}`)
}

function isFileError(error: unknown): error is NodeJS.ErrnoException {
  return error instanceof Error && 'syscall' in error
}
