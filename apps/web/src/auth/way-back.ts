import type { AppRouter } from '@chuma/api/types'
import { BACKGROUND_HEADER, type StepUpWay } from '@chuma/contract/auth/auth-rules'
import { useSearch } from '@tanstack/react-router'
import { TRPCClientError, type TRPCLink } from '@trpc/client'
import { observable } from '@trpc/server/observable'
import { useSyncExternalStore } from 'react'

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
let listeners: readonly (() => void)[] = []

/** Ask the person in front of the screen. Calls that are refused together share one question. */
function askForProof(ways: readonly StepUpWay[]): Promise<boolean> {
  if (asked) return asked.answered
  // On a page without the dialog nobody could answer.
  if (listeners.length === 0) return Promise.resolve(false)
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
  return useSyncExternalStore(subscribe, () => asked?.ways ?? null, nothing)
}

const nothing = () => null

function tell(next: Asked | null): void {
  asked = next
  for (const listener of listeners) listener()
}

function subscribe(listener: () => void): () => void {
  listeners = [...listeners, listener]
  return () => {
    listeners = listeners.filter((other) => other !== listener)
    if (listeners.length === 0) answerProof(false)
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
