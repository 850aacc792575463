import { useSyncExternalStore } from 'react'
import { readConsent, subscribeToConsent } from './consent.ts'

/** Whether this browser may be measured; null until the notice was answered. Nothing is measured unless `true`. */
export function useConsent(): boolean | null {
  return useSyncExternalStore(subscribeToConsent, readConsent, unknown)
}

/**
 * Prerender as unanswered, so that the notice is in every page; the script in index.html hides it from those who have
 * answered.
 */
function unknown(): null {
  return null
}
