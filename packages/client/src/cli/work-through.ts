import { describeFailure, type Failure } from './describe-failure.ts'
import { startProgress } from './start-progress.ts'
import { EXIT, stopWith } from './stop-with.ts'
import type { Terminal } from './terminal.ts'

export type RowResult = { id: string; outcome: string; message: string | null }
type Work = {
  label: string
  /** Rows per batch, and so the maximum of unknown outcomes after a broken connection. */
  pieceSize: number
  decide: (ids: string[]) => Promise<RowResult[]>
}
export type WorkDone = {
  results: RowResult[]
  /** In flight when the connection broke: their outcome is unknown. */
  unknown: string[]
  notTried: string[]
  failure: Failure | null
}

/** Process rows in batches and track what is done. Ctrl-C stops after the current batch. */
export async function workThrough(
  terminal: Terminal,
  ids: readonly string[],
  { label, pieceSize, decide }: Work,
): Promise<WorkDone> {
  const results: RowResult[] = []
  const progress = startProgress(terminal, label, ids.length)
  try {
    for (let start = 0; start < ids.length; start += pieceSize) {
      if (terminal.interrupted.aborted) {
        const failure = { exitCode: EXIT.interrupted, lines: ['Interrupted.'] }
        return { results, unknown: [], notTried: ids.slice(start), failure }
      }
      const piece = ids.slice(start, start + pieceSize)
      try {
        results.push(...(await decide(piece)))
      } catch (error) {
        const failure = describeFailure(error, { interrupted: new AbortController().signal })
        const isUnknown = failure.exitCode === EXIT.unreachable
        const rest = ids.slice(start + piece.length)
        return {
          results,
          unknown: isUnknown ? piece : [],
          notTried: isUnknown ? rest : [...piece, ...rest],
          failure,
        }
      }
      progress.advance(piece.length)
    }
  } finally {
    progress.stop()
  }
  return { results, unknown: [], notTried: [], failure: null }
}

/** @throws Stop unless every row has the wanted outcome */
export function endAsDone({ results, unknown, notTried, failure }: WorkDone, wanted: string): void {
  const done = results.filter(({ outcome }) => outcome === wanted).length
  const all = results.length + unknown.length + notTried.length
  if (done === all) return
  const parts = [
    ...(failure?.lines ?? []),
    `${done} of ${all} ${wanted}.`,
    ...(unknown.length > 0 ? [`${unknown.length} not known: list them before you try again.`] : []),
    ...(notTried.length > 0 ? [`${notTried.length} not tried.`] : []),
  ]
  throw stopWith(done > 0 ? EXIT.partly : (failure?.exitCode ?? EXIT.refused), parts.join('\n'))
}
