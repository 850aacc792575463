import type { Globals } from './connect.ts'
import type { Terminal } from './terminal.ts'
import { toSafeJson, toShownText } from './to-shown-text.ts'
import { writeOut } from './write-out.ts'

/** One JSON document for programs; for people, whatever `show` prints. */
export async function printAnswer(
  terminal: Terminal,
  { json }: Globals,
  { document, show }: { document: unknown; show: () => Promise<void> },
): Promise<void> {
  if (json) await writeOut(terminal.stdout, `${toSafeJson(document, 2)}\n`)
  else await show()
}

/** For people, on the side: what was asked for goes to the other stream alone. */
export function remark({ stderr }: Terminal, text: string): Promise<void> {
  return writeOut(stderr, `${toShownText(text)}\n`)
}
