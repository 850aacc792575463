import type { Readable, Writable } from 'node:stream'

type Screen = Writable & { isTTY?: boolean; columns?: number }

/** Everything of the outside that a run of the command touches, so that a test can be it. */
export type Terminal = {
  env: Record<string, string | undefined>
  stdin: Readable & { isTTY?: boolean }
  /** What was asked for, and nothing else: another program may read it. */
  stdout: Screen
  /** Questions, progress and complaints. */
  stderr: Screen
  /** Ctrl-C. Reading stops at once; what is being written ends with the piece that is under way. */
  interrupted: AbortSignal
}
