/** How a run ends. docs/cli.md lists them: scripts decide by these numbers, so none ever changes its meaning. */
export const EXIT = {
  done: 0,
  refused: 1,
  usage: 2,
  notSignedIn: 3,
  unreachable: 4,
  partly: 5,
  interrupted: 130,
} as const
export type ExitCode = (typeof EXIT)[keyof typeof EXIT]

export type Stop = Error & { exitCode: ExitCode }

/** For throwing: the run is over, and this is what the person reads. */
export function stopWith(exitCode: ExitCode, message: string): Stop {
  return Object.assign(new Error(message), { exitCode })
}

export function isStop(error: unknown): error is Stop {
  return error instanceof Error && 'exitCode' in error && typeof error.exitCode === 'number'
}
