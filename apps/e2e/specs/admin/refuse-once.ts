import type { Page } from '@playwright/test'

/** Refuse the next call of this name as the server does when the last proof is older than five minutes. */
export const refuseOnce = (page: Page, procedure: string, ways: string[]): Promise<void> =>
  answerOnce(page, procedure, {
    status: 403,
    message: 'Confirm that it is you, then send this call again',
    data: { appCode: 'STEP_UP_REQUIRED', ways },
  })

/** Let the next call of this name wait for a second person. `secret`: what works once it is approved. */
export const suspendOnce = (page: Page, procedure: string, secret: string): Promise<void> =>
  answerOnce(page, procedure, {
    status: 202,
    message: 'A second person has to approve this.',
    data: { appCode: 'APPROVAL_PENDING', secret },
  })

type Refusal = { status: number; message: string; data: object }

async function answerOnce(page: Page, procedure: string, { status, message, data }: Refusal): Promise<void> {
  const common = { code: 'BAD_REQUEST', httpStatus: status, path: procedure, fieldErrors: null }
  const error = { json: { message, code: -32_600, data: { ...common, ...data } } }
  await page.route(`**/trpc/${procedure}`, (route) => route.fulfill({ status, json: { error } }), {
    times: 1,
  })
}
