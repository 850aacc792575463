import { readFileSync } from 'node:fs'
import { expect, type Page } from '@playwright/test'
import { test } from '../../support/fixtures.ts'
import { hold } from '../../support/hold.ts'
import { bearer, givenMember, signIn, signInStaff } from '../../support/people.ts'
import { givenRequested } from '../payouts/payouts.ts'

const pages: Record<string, { calls: string[] }> = JSON.parse(
  readFileSync(new URL('../../../server/test/page-calls.json', import.meta.url), 'utf8'),
)

/** The next case of the desk is read ahead, if another test has made one. The open one comes with the page's first call. */
const AHEAD = 'admin.getWithdrawalCase'

function listCalls(page: Page): string[] {
  const calls: string[] = []
  page.on('request', (request) => {
    const { pathname } = new URL(request.url())
    if (pathname.startsWith('/trpc/')) calls.push(decodeURIComponent(pathname.slice('/trpc/'.length)))
  })
  return calls
}

// Backed by apps/server/test/statements.test.ts, which counts what these calls ask of the database.
for (const [path, { calls }] of Object.entries(pages)) {
  const isForStaff = path.startsWith('/admin')
  test(`${path} asks the server ${calls.length} times, and not again when its stream connects`, async ({
    page,
  }) => {
    const member = await givenMember(page.request)
    const { id } = await (await page.request.get('/api/auth/user', { headers: bearer(member.token) })).json()
    if (isForStaff) {
      await signInStaff(page)
      // Other tests decide about what waits for staff.
      await hold(page, /\/admin\.onWaitingChange/)
    } else await signIn(page, member)
    const withdrawal = path.includes('$withdrawalId') ? await givenRequested(page.request) : undefined
    const made = listCalls(page)
    // What the first visit asks late is counted by the end of the second.
    for (const visit of [calls, [...calls, ...calls]]) {
      await page.goto(path.replace('$memberId', id).replace('$withdrawalId', withdrawal?.id ?? ''))
      await expect.poll(() => made.filter((call) => call !== AHEAD).sort()).toEqual([...visit].sort())
    }
  })
}
