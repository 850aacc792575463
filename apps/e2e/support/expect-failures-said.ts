import type { Locator, Page } from '@playwright/test'
import { refuseWith, TOO_MANY } from './procedures.ts'
import { expectToast } from './toast.ts'

type Sending = { procedure: string; submit: Locator; title: string; unreachable: string }

/** Sends a filled-in form without a network, and to a server that has heard enough: each failure is said. */
export async function expectFailuresSaid(page: Page, { procedure, submit, title, unreachable }: Sending) {
  const calls = `**/trpc/${procedure}`
  await page.route(calls, (route) => route.abort())
  await submit.click()
  await expectToast(page, title, unreachable)
  await page.unroute(calls)
  await refuseWith(page, procedure, TOO_MANY)
  await submit.click()
  await expectToast(page, title, TOO_MANY.message)
  await page.unroute(`${calls}*`)
}
