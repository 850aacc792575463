import type { StaffSession } from '@chuma/contract/admin/admin'
import type { User } from '@chuma/contract/auth/auth'
import { useSyncExternalStore } from 'react'

const USER_TOKEN = 'userToken'
const USER_DATA = 'userData'
const ADMIN_TOKEN = 'adminToken'
const ADMIN_DATA = 'adminData'
/** The wallet kept for offline use, which no one else on this device may see (`offline/kept-wallet.ts`). */
export const LAST_WALLET = 'lastWallet'

/** The address of the account that a mailed link opened in this tab. */
export const ENTERED_BY_LINK = 'enteredByLink'

const listeners = new Set<() => void>()

/**
 * Marks the last log-out on this device. An expired session removes only the token, so a missing token alone does not
 * tell a tab that the member logged out; and a tab that slept or was elsewhere meanwhile compares marks when it is back.
 */
const LOG_OUT = 'lastLogOut'

if (!import.meta.env.SSR) {
  forgetDraftsAfterLogOut()
  window.addEventListener('storage', forgetDraftsAfterLogOut)
  window.addEventListener('pageshow', forgetDraftsAfterLogOut)
  window.addEventListener('storage', ({ key }) => key !== null && held.delete(key))
}

/** Remove what this tab holds unsent if somebody logged out, in any tab, since it was last looked at. */
function forgetDraftsAfterLogOut(): void {
  const last = localStorage.getItem(LOG_OUT) ?? 'none'
  const known = sessionStorage.getItem(LOG_OUT)
  if (known === last) return
  // A tab that knows of none is new, and holds nobody's drafts.
  if (known !== null) sessionStorage.clear()
  sessionStorage.setItem(LOG_OUT, last)
}

let prerenderedFor: string | null = null

/** Whom this page was prerendered for: null is a visitor, a member is anyone with a token. */
export function prerenderFor(token: string | null): void {
  prerenderedFor = token
}

export function getUserToken(): string | null {
  return import.meta.env.SSR ? prerenderedFor : readToken(USER_TOKEN)
}

export function getAdminToken(): string | null {
  return import.meta.env.SSR ? null : readToken(ADMIN_TOKEN)
}

/** The tokens that this tab has held since the last log-out, in any tab. */
const held = new Set<string>()

function readToken(key: string): string | null {
  const token = localStorage.getItem(key) || null
  if (token) held.add(key)
  return token
}

/** Whether a token is gone without a log-out: somebody or something emptied the browser's storage. */
export function hasLostToken(side: 'member' | 'staff'): boolean {
  const key = side === 'staff' ? ADMIN_TOKEN : USER_TOKEN
  return held.has(key) && readToken(key) === null
}

/** Sign the member in, in every tab. */
export function saveUserSession(session: {
  token: string
  user?: User
  deviceToken?: string | undefined
}): void {
  keepDevice('member', session)
  if (session.token !== getUserToken()) localStorage.removeItem(LAST_WALLET)
  if (session.user) localStorage.setItem(USER_DATA, JSON.stringify(session.user))
  localStorage.setItem(USER_TOKEN, session.token)
  sessionStorage.removeItem(ENTERED_BY_LINK)
  notify()
}

export function clearUserSession(): void {
  localStorage.removeItem(LAST_WALLET)
  localStorage.removeItem(USER_DATA)
  localStorage.removeItem(USER_TOKEN)
  held.delete(USER_TOKEN)
  notify()
}

/** Log out: also removes unsent drafts, in every tab, and everything kept for offline use. */
export function forgetMember(): void {
  localStorage.setItem(LOG_OUT, crypto.getRandomValues(new Uint32Array(4)).join('-'))
  forgetDraftsAfterLogOut()
  clearUserSession()
  void forgetWorker().catch(() => undefined)
}

/** The worker first, because it may still be filling its caches. */
async function forgetWorker(): Promise<void> {
  await (await navigator.serviceWorker?.getRegistration())?.unregister()
  for (const name of await caches.keys()) await caches.delete(name)
}

export function saveAdminSession(session: StaffSession): void {
  keepDevice('staff', session)
  localStorage.setItem(ADMIN_DATA, JSON.stringify(session.admin))
  localStorage.setItem(ADMIN_TOKEN, session.token)
  notify()
}

export function clearAdminSession(): void {
  localStorage.removeItem(ADMIN_DATA)
  localStorage.removeItem(ADMIN_TOKEN)
  held.delete(ADMIN_TOKEN)
  notify()
}

/** The member's token, or null. Follows sign-in and sign-out in this tab and others. */
export function useUserToken(): string | null {
  return useSyncExternalStore(subscribe, getUserToken, () => prerenderedFor)
}

export function useAdminToken(): string | null {
  return useSyncExternalStore(subscribe, getAdminToken, nobody)
}

/** Staff pages are not prerendered. */
function nobody(): null {
  return null
}

function subscribe(listener: () => void): () => void {
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

const KEYS = { member: 'userDevice', staff: 'adminDevice' } as const
type Side = keyof typeof KEYS

/**
 * What a log-in sends so that strangers' guesses at the account do not delay it. The token stays after a log-out: it opens
 * nothing, and only the account's own log-ins go by it.
 */
export function knownDevice(side: Side): { rememberDevice: true; deviceToken?: string } {
  const deviceToken = localStorage.getItem(KEYS[side])
  return { rememberDevice: true, ...(deviceToken ? { deviceToken } : {}) }
}

/** Keep the token of an answer, if the server gave one. */
function keepDevice(side: Side, { deviceToken }: { deviceToken?: string | undefined }): void {
  if (deviceToken) localStorage.setItem(KEYS[side], deviceToken)
}
