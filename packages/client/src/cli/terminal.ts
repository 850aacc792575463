import type { Readable, Writable } from 'node:stream'

type Screen = Writable & { isTTY?: boolean; columns?: number }

/** Everything outside the process that a command uses, replaceable in tests. */
export type Terminal = {
  env: Record<string, string | undefined>
  stdin: Readable & { isTTY?: boolean }
  /** The answer and nothing else, because programs read it. */
  stdout: Screen
  /** Questions, progress and errors. */
  stderr: Screen
  /** Ctrl-C. Reading stops at once; writing stops after the current batch. */
  interrupted: AbortSignal
}
