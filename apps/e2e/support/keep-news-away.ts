import type { Page } from '@playwright/test'

/** Block the event streams of this page, so that only the test's actions cause refetches. */
export const keepNewsAway = (page: Page) =>
  page.route(/\/trpc\/(wallet|admin)\.on\w*Change/, (route) => route.abort())
