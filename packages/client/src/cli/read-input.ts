import { readFile } from 'node:fs/promises'
import { EXIT, stopWith } from './stop-with.ts'
import type { Terminal } from './terminal.ts'

/** Read standard input. For secrets, because everyone on the machine can list arguments. */
export async function readInput({ stdin }: Terminal): Promise<string> {
  const chunks: Buffer[] = []
  for await (const chunk of stdin) chunks.push(Buffer.from(chunk))
  return Buffer.concat(chunks).toString('utf8')
}

/** Read a file, or standard input for `-`. @throws Stop */
export async function readFileOrInput(terminal: Terminal, path: string): Promise<string> {
  if (path === '-') return readInput(terminal)
  return readFile(path, 'utf8').catch((error: NodeJS.ErrnoException) => {
    throw stopWith(EXIT.usage, `${path} cannot be read (${error.code ?? error.message})`)
  })
}
