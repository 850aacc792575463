import { useEffect } from 'react'
import { isApiError, trpc } from '../trpc.ts'

/** A list that is refused because premium has ended makes the page look again at who is signed in, and lock it. */
export function useNoticeLapse(error: unknown): void {
  const utils = trpc.useUtils()
  const isLapsed = isApiError(error) && error.data?.appCode === 'PREMIUM_REQUIRED'
  useEffect(() => {
    if (isLapsed) void utils.auth.getUser.invalidate()
  }, [isLapsed, utils])
}
