import { isChumaError } from '../is-chuma-error.ts'
import { EXIT, type ExitCode, isStop } from './stop-with.ts'
import type { Terminal } from './terminal.ts'
import { toShownText } from './to-shown-text.ts'

export type Failure = { exitCode: ExitCode; lines: string[] }

/** Describe a failure, with the server's message if there is one, and choose the exit code. */
export function describeFailure(error: unknown, { interrupted }: Pick<Terminal, 'interrupted'>): Failure {
  if (isStop(error)) return { exitCode: error.exitCode, lines: error.message.split('\n').map(toShownText) }
  if (interrupted.aborted) return { exitCode: EXIT.interrupted, lines: ['Interrupted.'] }
  if (isChumaError(error)) {
    const fields = Object.entries(error.fieldErrors ?? {}).flatMap(([field, problems]) =>
      (problems ?? []).map((problem) => `  ${toShownText(`${field}: ${problem}`)}`),
    )
    return { exitCode: chooseExitCode(error), lines: [toShownText(error.message), ...fields] }
  }
  if (error instanceof Error && error.name === 'TRPCClientError') {
    return { exitCode: EXIT.unreachable, lines: [describeSilence(findReason(error))] }
  }
  return {
    exitCode: EXIT.refused,
    lines: [error instanceof Error ? toShownText(error.message) : 'It failed.'],
  }
}

/** Whether a retry may succeed: no answer, or a server problem. */
export function isPassing(error: unknown): boolean {
  if (isChumaError(error)) return error.httpStatus >= 500 || error.httpStatus === 429
  return error instanceof Error && error.name === 'TRPCClientError'
}

function chooseExitCode({ code, httpStatus }: { code: string | null; httpStatus: number }): ExitCode {
  if (httpStatus === 401) return EXIT.notSignedIn
  // Without a code it was a bug, or another program answered.
  return code === null || httpStatus >= 500 ? EXIT.unreachable : EXIT.refused
}

/** With these nothing was sent; with any other error the server may have received the call. */
const NEVER_SENT = /ECONNREFUSED|ENOTFOUND|EAI_AGAIN|EHOSTUNREACH|ENETUNREACH|CERT|SELF_SIGNED/

function describeSilence(reason: string): string {
  const shown = toShownText(reason)
  return NEVER_SENT.test(reason)
    ? `The server cannot be reached (${shown}). Nothing was sent.`
    : `No answer came (${shown}). What was asked may have been done: look before you repeat it.`
}

/** The system error is the innermost cause: tRPC wraps fetch, which wraps the connection. */
function findReason(error: unknown, depth = 0): string {
  if (!(error instanceof Error)) return 'unknown'
  if (error.cause instanceof Error && depth < 5) return findReason(error.cause, depth + 1)
  if ('errors' in error && Array.isArray(error.errors) && error.errors.length > 0) {
    return findReason(error.errors[0], depth + 1)
  }
  return 'code' in error && typeof error.code === 'string' ? error.code : error.message
}
