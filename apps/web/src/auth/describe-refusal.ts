import type { ErrorCode } from '@chuma/contract/errors'
import { isApiError, serverMessage } from '../trpc.ts'

type Refusal = {
  code: ErrorCode | null
  message: string
  /** A rate limit is not an error: the caller only has to wait. */
  kind: 'error' | 'info'
  /** The server's objections to a new password. */
  weakPassword: string | undefined
}

/** Describe a refused auth call in the server's words; `fallback` if it sent none. */
export function describeRefusal(error: unknown, fallback: string): Refusal {
  const answer = isApiError(error) ? error.data : null
  return {
    code: answer?.appCode ?? null,
    message: serverMessage(error, fallback),
    kind: answer?.appCode === 'THROTTLED' ? 'info' : 'error',
    weakPassword: answer?.fieldErrors?.password?.[0],
  }
}
