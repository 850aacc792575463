import { useSyncExternalStore } from 'react'

const CONSENT = 'analytics-consent'
const IS_FROM_ACCOUNT = 'analytics-consent-from'

export type Consent = {
  isGiven: boolean
  /** Whether a member gave this answer, or his account brought it here; otherwise it is that of a visitor. */
  isFromAccount: boolean
}

const listeners = new Set<() => void>()

function readConsent(): boolean | null {
  const kept = localStorage.getItem(CONSENT)
  return kept === 'true' || kept === 'false' ? kept === 'true' : null
}

export function findConsent(): Consent | null {
  const isGiven = readConsent()
  if (isGiven === null) return null
  return { isGiven, isFromAccount: localStorage.getItem(IS_FROM_ACCOUNT) === 'account' }
}

export function saveConsent({ isGiven, isFromAccount }: Consent): void {
  localStorage.setItem(CONSENT, String(isGiven))
  if (isFromAccount) localStorage.setItem(IS_FROM_ACCOUNT, 'account')
  else localStorage.removeItem(IS_FROM_ACCOUNT)
  notify()
}

/** As before anybody was asked. */
export function forgetConsent(): void {
  localStorage.removeItem(CONSENT)
  localStorage.removeItem(IS_FROM_ACCOUNT)
  notify()
}

/**
 * Whether this browser may be measured; null before anybody was asked. Nothing is measured without `true`. Follows the
 * answer in this tab and in others.
 */
export function useConsent(): boolean | null {
  return useSyncExternalStore(subscribe, readConsent, withoutAsking)
}

/** A prerendered page does not know whether somebody has answered already, so the question is no part of it. */
function withoutAsking(): boolean {
  return false
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  // Fires only for what another tab changed.
  window.addEventListener('storage', listener)
  return () => {
    listeners.delete(listener)
    window.removeEventListener('storage', listener)
  }
}

function notify(): void {
  for (const listener of listeners) listener()
}
