import { useSyncExternalStore } from 'react'

const CONSENT = 'analytics-consent'
/** Where the script in index.html keeps an answer from one page to the next. */
const EARLY_ANSWER = 'early-answer'
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
  sessionStorage.removeItem(EARLY_ANSWER)
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
  return useSyncExternalStore(subscribe, readConsent, unknown)
}

/** A prerendered page asks everybody; the script in index.html keeps the question from whoever has answered it here. */
function unknown(): null {
  return null
}

/** What was answered before the page's own script was there, if anything was: kept by the script in index.html, told once. */
export function takeEarlyAnswer(): boolean | null {
  const { dataset } = document.documentElement
  const { answered } = dataset
  delete dataset.answered
  return answered === undefined ? null : answered === 'true'
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
