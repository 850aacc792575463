/**
 * The pages whose opening is counted, by the pattern of their address: what stands in the place of `$…` is never sent. Apart
 * from the schemas, as the browser needs the list before anything else is loaded. The staff's pages are not counted.
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
  '/privacy',
  '/profile',
  '/reset-password',
  '/settings',
  '/signup',
  '/statements',
  '/survey-form',
  '/survey-list',
  '/survey/$surveyId',
  '/surveys',
  '/transparency',
  '/verify-email',
  '/withdraw',
] as const
export type PageRoute = (typeof PAGE_ROUTES)[number]
