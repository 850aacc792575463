import type { AppRouter } from '@chuma/api/types'
import type { TRPCClientError, TRPCLink } from '@trpc/client'
import { observable } from '@trpc/server/observable'
import { readRetryAfter } from './read-retry-after.ts'
import { responseOf } from './response-of.ts'

/** Writes onto a failure what `isChumaError` promises of it. */
export const nameFailures: TRPCLink<AppRouter> =
  () =>
  ({ op, next }) =>
    observable((observer) =>
      next(op).subscribe({
        next: (value) => observer.next(value),
        complete: () => observer.complete(),
        error: (error) => observer.error(name(error)),
      }),
    )

function name(error: TRPCClientError<AppRouter>) {
  const response = responseOf(error)
  const httpStatus = error.data?.httpStatus ?? response?.status
  if (httpStatus === undefined) return error
  return Object.assign(error, {
    code: error.data?.appCode ?? null,
    httpStatus,
    fieldErrors: error.data?.fieldErrors ?? null,
    retryAfterSeconds: readRetryAfter(response),
  })
}
