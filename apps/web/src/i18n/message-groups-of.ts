import type { MessageGroup } from './i18n.ts'

const FOR_VISITORS = new Set(['/about', '/contact', '/privacy', '/transparency'])
/** The way in, and pages of a member where he gives an address or a password as there. */
const WITH_PASSWORDS = new Set([
  '/login',
  '/signup',
  '/verify-email',
  '/forgot-password',
  '/reset-password',
  '/profile',
  '/settings',
])

/** Which words a page needs besides those that are always here. */
export function messageGroupsOf(pathname: string, isSignedIn: boolean): readonly MessageGroup[] {
  const path = pathname.replace(/(?<=.)\/+$/, '')
  if (path.startsWith('/admin')) return ['visitor', 'member', 'staff']
  if (WITH_PASSWORDS.has(path)) return ['visitor', 'member']
  if (FOR_VISITORS.has(path)) return isSignedIn ? ['visitor', 'member'] : ['visitor']
  return path === '/' && !isSignedIn ? [] : ['member']
}
