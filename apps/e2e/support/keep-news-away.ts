import type { Page } from '@playwright/test'

/** Nothing is pushed to this page: what it asks for anew is asked for by what the test does. */
export const keepNewsAway = (page: Page) => page.route('**/trpc/wallet.onChange*', (route) => route.abort())
