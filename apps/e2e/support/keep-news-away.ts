import type { Page } from '@playwright/test'

/** Block the event stream of this page, so that only the test's actions cause refetches. */
export const keepNewsAway = (page: Page) => page.route('**/trpc/wallet.onChange*', (route) => route.abort())
