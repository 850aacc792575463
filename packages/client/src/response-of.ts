import type { AppRouter } from '@chuma/api/types'
import type { TRPCClientError } from '@trpc/client'

/** The HTTP response of a failed call. Undefined if there was none. */
export function responseOf({ meta, cause }: TRPCClientError<AppRouter>): Response | undefined {
  if (meta?.response instanceof Response) return meta.response
  return cause && 'response' in cause && cause.response instanceof Response ? cause.response : undefined
}
