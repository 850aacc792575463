import { getAdminToken, getUserToken } from './session.ts'

/** Who calls a procedure: staff by their own token, or by that of a member made admin. */
export function authorizationFor(path: string): Record<string, string> {
  return bearer(isAdminPath(path) ? (getAdminToken() ?? getUserToken()) : getUserToken())
}

export function bearer(token: string | null): Record<string, string> {
  return token ? { Authorization: `Bearer ${token}` } : {}
}

export function isAdminPath(path: string): boolean {
  return /^(admin|partners|webhooks)\./.test(path)
}
