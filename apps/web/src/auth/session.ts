import type { AppRouter } from '@chuma/api/types'
import type { StaffSession } from '@chuma/contract/admin/admin'
import type { User } from '@chuma/contract/auth/auth'
import { BACKGROUND_HEADER, type StepUpWay } from '@chuma/contract/auth/auth-rules'
import { useSearch } from '@tanstack/react-router'
import { TRPCClientError, type TRPCLink } from '@trpc/client'
import { observable } from '@trpc/server/observable'
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

/** The worker last, because what it does for the caches at this moment may open one again. */
async function forgetWorker(): Promise<void> {
  const registration = await navigator.serviceWorker?.getRegistration()
  await registration?.unregister()
  for (const name of await caches.keys()) await caches.delete(name)
  registration?.active?.postMessage({ type: 'FORGET' })
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

type Unsubscribe = { unsubscribe: () => void }

/**
 * Repeat a call that was refused for want of a fresh proof, with the same input, after the person gave one. Forms stay as
 * they are: to them the call only takes longer.
 */
export const stepUpLink: TRPCLink<AppRouter> =
  () =>
  ({ op, next }) =>
    observable((observer) => {
      let call: Unsubscribe | undefined
      let isLeft = false
      const send = (isRepeated: boolean) => {
        call = next(op).subscribe({
          next: (answer) => observer.next(answer),
          error: (error) => {
            const ways = isRepeated ? undefined : waysOf(error)
            if (ways) void repeatAfterProof(ways, error)
            else observer.error(error)
          },
          complete: () => observer.complete(),
        })
      }
      const repeatAfterProof = async (ways: readonly StepUpWay[], error: TRPCClientError<AppRouter>) => {
        const isProven = await askForProof(ways)
        if (isLeft) return
        if (isProven) send(true)
        else observer.error(error)
      }
      send(false)
      return () => {
        isLeft = true
        call?.unsubscribe()
      }
    })

/** Whether a call was refused because its caller gave no proof: they cancelled, and nothing has changed. */
export const isUnproven = (error: unknown): error is TRPCClientError<AppRouter> =>
  error instanceof TRPCClientError && error.data?.appCode === 'STEP_UP_REQUIRED'

const waysOf = (error: unknown): readonly StepUpWay[] | undefined =>
  isUnproven(error) ? error.data?.ways : undefined

type Asked = { ways: readonly StepUpWay[]; answer: (isProven: boolean) => void; answered: Promise<boolean> }

let asked: Asked | null = null
let wayListeners: readonly (() => void)[] = []

/** Ask the person in front of the screen. Calls that are refused together share one question. */
function askForProof(ways: readonly StepUpWay[]): Promise<boolean> {
  if (asked) return asked.answered
  // On a page without the dialog nobody could answer.
  if (wayListeners.length === 0) return Promise.resolve(false)
  let answer: Asked['answer'] = () => undefined
  const answered = new Promise<boolean>((resolve) => {
    answer = resolve
  })
  tell({ ways, answer, answered })
  return answered
}

export function answerProof(isProven: boolean): void {
  asked?.answer(isProven)
  tell(null)
}

/** What is asked now; null: nothing. */
export function useAskedProof(): readonly StepUpWay[] | null {
  return useSyncExternalStore(subscribeToWay, () => asked?.ways ?? null, nothing)
}

const nothing = () => null

function tell(next: Asked | null): void {
  asked = next
  for (const listener of wayListeners) listener()
}

function subscribeToWay(listener: () => void): () => void {
  wayListeners = [...wayListeners, listener]
  return () => {
    wayListeners = wayListeners.filter((other) => other !== listener)
    if (wayListeners.length === 0) answerProof(false)
  }
}

/** A log-in's search: the page to return to. */
export type WayBack = { next?: string | undefined }

/** Any origin will do: it only tells whether an address leaves the site. */
const HERE = 'http://here.invalid'
const MEMBERS =
  /^\/(activity|clicks|dashboard|invite|profile|profile\/answers|settings|statements|survey-form|survey-list|survey\/[^/]+|surveys|tax|withdraw)$/
const STAFF = /^\/admin(?!-login)([/-][^/]+)*$/

/** Whether a page is for signed-in members only. The home page is not: visitors see the landing page there. */
export function isMembersPage(pathname: string): boolean {
  return MEMBERS.test(pathname.replace(/(?<=[^/])\/+$/, ''))
}

/**
 * Read where to go after a log-in: a page of this site that needs it. Anyone can write the address of a link to the log-in
 * page, so nothing else passes. Returns undefined explicitly, or the router would keep the unvalidated value.
 */
export function readWayBack({ next }: Record<string, unknown>, side: 'member' | 'staff' = 'member'): WayBack {
  if (typeof next !== 'string' || !next.startsWith('/') || !URL.canParse(next, HERE))
    return { next: undefined }
  // Parsed as a browser does, which reads `/\host` as another site.
  const { origin, pathname, search, hash } = new URL(next, HERE)
  const isOfSide = side === 'staff' ? STAFF.test(pathname) : isMembersPage(pathname)
  return { next: origin === HERE && isOfSide ? `${pathname}${search}${hash}` : undefined }
}

/** The way back to the page shown now; empty for the page that a log-in opens anyway. */
export function wayBackTo(href: string, side: 'member' | 'staff' = 'member'): WayBack {
  const { next } = readWayBack({ next: href }, side)
  return next === '/dashboard' || next === '/admin-dashboard' ? {} : { next }
}

/** The page that a log-in on this page can lead back to, if there is one. */
export function useWayBack(side: 'member' | 'staff' = 'member'): string | undefined {
  return readWayBack(useSearch({ strict: false }), side).next
}

/** What people cause follows within this time, also on a slow network. */
const CAUSED_MS = 60_000

let lastTouch = Date.now()

if (!import.meta.env.SSR) {
  for (const type of ['pointerdown', 'keydown', 'wheel', 'touchmove']) {
    window.addEventListener(type, remember, { capture: true, passive: true })
  }
}

function remember(): void {
  lastTouch = Date.now()
}

/** Mark a call that the page makes while nobody touches it, so that it keeps no staff session alive. */
export function markBackground(): Record<string, string> {
  return Date.now() - lastTouch > CAUSED_MS ? { [BACKGROUND_HEADER]: '1' } : {}
}

/**
 * The authorization header for a procedure. Staff procedures use the staff token, or else the token of a member who is
 * an admin.
 */
export function authorizationFor(path: string): Record<string, string> {
  return bearer(isAdminPath(path) ? (getAdminToken() ?? getUserToken()) : getUserToken())
}

export function bearer(token: string | null): Record<string, string> {
  return token ? { Authorization: `Bearer ${token}` } : {}
}

/** Members' and visitors' calls in routers that otherwise serve staff. */
const NOT_FOR_STAFF = new Set(['admin.countPageView', 'partners.listClicks', 'partners.openClaim'])

export function isAdminPath(path: string): boolean {
  return /^(admin|partners|webhooks)\./.test(path) && !NOT_FOR_STAFF.has(path)
}
