import type { Globals } from './connect.ts'
import type { Terminal } from './terminal.ts'
import { toSafeJson, toShownText } from './to-shown-text.ts'
import { writeOut } from './write-out.ts'

/** Print one JSON document for programs, or `show` for people. */
export async function printAnswer(
  terminal: Terminal,
  { json }: Globals,
  { document, show }: { document: unknown; show: () => Promise<void> },
): Promise<void> {
  if (json) await writeOut(terminal.stdout, `${toSafeJson(document, 2)}\n`)
  else await show()
}

/** Print a remark for people on standard error; the answer is alone on standard output. */
export function remark({ stderr }: Terminal, text: string): Promise<void> {
  return writeOut(stderr, `${toShownText(text)}\n`)
}
