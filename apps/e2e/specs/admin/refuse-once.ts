import type { Page } from '@playwright/test'

/** Refuse the next call of this name as the server does when the last proof is older than five minutes. */
export async function refuseOnce(page: Page, procedure: string, ways: string[]): Promise<void> {
  const data = {
    code: 'BAD_REQUEST',
    httpStatus: 403,
    path: procedure,
    appCode: 'STEP_UP_REQUIRED',
    fieldErrors: null,
    ways,
  }
  const message = 'Confirm that it is you, then send this call again'
  const error = { json: { message, code: -32_600, data } }
  await page.route(`**/trpc/${procedure}`, (route) => route.fulfill({ status: 403, json: { error } }), {
    times: 1,
  })
}
