import { useSearch } from '@tanstack/react-router'

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
