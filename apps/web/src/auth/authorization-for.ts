import { getAdminToken, getUserToken } from './session.ts'

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
