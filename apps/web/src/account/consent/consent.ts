import { PAGE_ROUTES, type PageRoute } from '@chuma/contract/page-routes'
import type { Router } from '../../router.ts'

const CONSENT = 'analytics-consent'
/** Where the script in index.html keeps an answer between pages. */
const EARLY_ANSWER = 'early-answer'
const IS_FROM_ACCOUNT = 'analytics-consent-from'

export type Consent = {
  isGiven: boolean
  /** Whether the answer is a member's, given here or taken over from their account; otherwise it is a visitor's. */
  isFromAccount: boolean
}

const listeners = new Set<() => void>()

/** Whether this browser may be measured; null until the notice was answered. */
export function readConsent(): boolean | null {
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

/** Forget the answer, so that the notice asks again. */
export function forgetConsent(): void {
  localStorage.removeItem(CONSENT)
  localStorage.removeItem(IS_FROM_ACCOUNT)
  notify()
}

/** Take the answer that index.html kept before the page's script was ready. Returned once. */
export function takeEarlyAnswer(): boolean | null {
  const { dataset } = document.documentElement
  const { answered } = dataset
  delete dataset.answered
  return answered === undefined ? null : answered === 'true'
}

/** Follow changes in this tab and others. */
export function subscribeToConsent(listener: () => void): () => void {
  listeners.add(listener)
  // This event fires only for changes in other tabs.
  window.addEventListener('storage', listener)
  return () => {
    listeners.delete(listener)
    window.removeEventListener('storage', listener)
  }
}

function notify(): void {
  for (const listener of listeners) listener()
}

const COUNTED: ReadonlySet<string> = new Set(PAGE_ROUTES)

/**
 * Report each opened page to the server: the pattern of its address, without saying who opened it. Nothing is reported
 * without consent, nor after consent is withdrawn.
 */
export function countPageViews(router: Router): void {
  // Consent must already exist when the page opens: a page still rendering when the reader agrees is not counted.
  let mayCount = false
  router.subscribe('onBeforeLoad', () => {
    mayCount = hasAgreed()
  })
  router.subscribe('onResolved', ({ pathChanged }) => {
    const page = router.state.matches.at(-1)
    // On an unknown address the root matches alone, with the start page's address.
    if (!pathChanged || !page || page.routeId === '__root__') return
    if (isCounted(page.fullPath) && mayCount && hasAgreed()) sendPageView(page.fullPath)
  })
}

const hasAgreed = () => findConsent()?.isGiven === true

function isCounted(route: string): route is PageRoute {
  return COUNTED.has(route)
}

/**
 * Report an opened page. A plain call without a token, so that it is anonymous; `keepalive` lets it outlive the page.
 */
export function sendPageView(route: PageRoute): void {
  fetch('/api/page-views', {
    method: 'POST',
    credentials: 'omit',
    keepalive: true,
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({ route }),
  }).catch(ignore)
}

/** A lost count is not worth telling the reader about. */
function ignore() {}
