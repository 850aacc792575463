import type { Economy } from './admin/economy/economy.ts'
import type { transparency } from './books/tax.ts'
import type { Answer } from './fields.ts'
import type { Language } from './platform.ts'

/**
 * The counted pages, by address pattern: the values of `$…` are never sent. Not with the schemas, because the browser
 * needs this list before it loads anything else. Staff pages are not counted.
 */
export const PAGE_ROUTES = [
  '/',
  '/about',
  '/activity',
  '/clicks',
  '/contact',
  '/dashboard',
  '/forgot-password',
  '/invite',
  '/login',
  '/not-me',
  '/privacy',
  '/profile',
  '/profile/answers',
  '/reset-password',
  '/settings',
  '/signup',
  '/statements',
  '/survey-form',
  '/survey-list',
  '/survey/$surveyId',
  '/surveys',
  '/tax',
  '/terms',
  '/transparency',
  '/verify-email',
  '/withdraw',
] as const
export type PageRoute = (typeof PAGE_ROUTES)[number]

/** What the server knows when it sends a page; null if it could not be read. */
export type PageAnswers = {
  /** The operator's support hours, one line each. */
  hours: readonly string[]
  economy: Pick<Economy, 'kesPerPoint' | 'minWithdrawalPoints' | 'timeZone'> | null
  figures: Answer<typeof transparency> | null
}

/** What goes into a page's open places. A list repeats the list item that it stands in. */
export type PageWords = Record<string, string | readonly string[]>

/** Put answers into words for a prerendered page. The build writes it, the server calls it. */
export type WordPage = (answers: PageAnswers, language: Language) => PageWords
