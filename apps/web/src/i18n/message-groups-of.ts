import type { MessageGroup } from './i18n.ts'

const FOR_VISITORS = new Set(['/about', '/contact', '/privacy', '/terms', '/transparency'])
/** Log-in and sign-up, and members' pages with the same fields for email addresses and passwords. */
const WITH_PASSWORDS = new Set([
  '/login',
  '/signup',
  '/verify-email',
  '/forgot-password',
  '/not-me',
  '/reset-password',
  '/profile',
])

/** List the message groups that a page needs besides `entry`. */
export function messageGroupsOf(pathname: string, isSignedIn: boolean): readonly MessageGroup[] {
  const path = pathname.replace(/(?<=[^/])\/+$/, '')
  if (path.startsWith('/admin') || path === '/set-up')
    return ['visitor', 'member', 'taking', 'asking', 'clicks', 'staff']
  if (path.startsWith('/client')) return ['visitor', 'client', 'results']
  if (path === '/tax' || path === '/statements') return ['member', 'papers']
  if (path === '/settings') return ['visitor', 'member', 'premium']
  if (path === '/clicks') return ['member', 'clicks']
  if (path === '/profile/answers') return ['member', 'asking']
  if (path.startsWith('/survey/') || path === '/survey-form') return ['member', 'taking']
  if (WITH_PASSWORDS.has(path)) return ['visitor', 'member']
  if (FOR_VISITORS.has(path)) return isSignedIn ? ['visitor', 'member'] : ['visitor']
  return path === '/' && !isSignedIn ? ['visitor'] : ['member']
}
