import { useEffect } from 'react'
import { isApiError, trpc } from '../trpc.ts'

/** Refetch the signed-in member when a list is refused because premium has ended, so that the page locks. */
export function useNoticeLapse(error: unknown): void {
  const utils = trpc.useUtils()
  const isLapsed = isApiError(error) && error.data?.appCode === 'PREMIUM_REQUIRED'
  useEffect(() => {
    if (isLapsed) void utils.auth.getUser.invalidate()
  }, [isLapsed, utils])
}
