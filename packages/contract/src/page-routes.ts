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
