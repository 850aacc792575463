import type { ErrorCode } from '@chuma/contract/errors'
import { isApiError, serverMessage } from '../trpc.ts'

type Refusal = {
  code: ErrorCode | null
  message: string
  /** Whoever only has to wait has done nothing wrong. */
  kind: 'error' | 'info'
  /** What the server says against a new password. */
  weakPassword: string | undefined
}

/** A refused call of the front door, in the words of the server; `fallback` where it said nothing. */
export function describeRefusal(error: unknown, fallback: string): Refusal {
  const answer = isApiError(error) ? error.data : null
  return {
    code: answer?.appCode ?? null,
    message: serverMessage(error, fallback),
    kind: answer?.appCode === 'THROTTLED' ? 'info' : 'error',
    weakPassword: answer?.fieldErrors?.password?.[0],
  }
}
