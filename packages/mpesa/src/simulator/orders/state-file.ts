import { appendFileSync, existsSync, readFileSync } from 'node:fs'
import { z } from 'zod'
import { parseJson } from '../../parse-json.ts'
import { order, stkOrder } from './order.ts'

const line = z.union([
  // Older files have neither receipt nor time.
  z.object({ addedKes: z.int(), receipt: z.string().default(''), at: z.string().default('') }),
  z.object({ order }),
  z.object({ stk: stkOrder }),
  z.object({ wallet: z.object({ msisdn: z.string(), addedKes: z.int() }) }),
])
export type Entry = z.infer<typeof line>

/**
 * Every change is one line of the file before anybody learns of it, so a killed simulator still knows after a restart
 * whom it paid. Without a file it forgets.
 */
export function openStateFile(stateFile: string | undefined) {
  return {
    entries: stateFile === undefined ? [] : readLines(stateFile),
    append(entry: Entry): void {
      if (stateFile !== undefined) appendFileSync(stateFile, `${JSON.stringify(entry)}\n`)
    },
  }
}

function readLines(stateFile: string): Entry[] {
  if (!existsSync(stateFile)) return []
  const lines = readFileSync(stateFile, 'utf8').split('\n')
  // Killed in the middle of a write: nobody was told of what the last line was about.
  const torn = lines.pop()
  if (torn !== '') appendFileSync(stateFile, '\n')
  return lines.flatMap((text) => line.safeParse(parseJson(text)).data ?? [])
}
