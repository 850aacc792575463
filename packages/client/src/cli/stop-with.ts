/** Exit codes, listed in docs/cli.md. Scripts depend on them, so they never change. */
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

/** Create the error that ends the run with a message. */
export function stopWith(exitCode: ExitCode, message: string): Stop {
  return Object.assign(new Error(message), { exitCode })
}

export function isStop(error: unknown): error is Stop {
  return error instanceof Error && 'exitCode' in error && typeof error.exitCode === 'number'
}
