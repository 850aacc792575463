import { expect, type Page } from '@playwright/test'
import { expectLooksAccessible } from '../../support/expect-accessible.ts'
import { test } from '../../support/fixtures.ts'
import { givenMember } from '../../support/people.ts'
import { answerSome, succeed } from '../../support/procedures.ts'
import { expectToast } from '../../support/toast.ts'
import { openPlace, openStaff } from './staff.ts'

const section = (page: Page, name: string) => page.getByRole('region', { name, exact: true })
const id = '00000000-0000-4000-8000-000000000000'

/** Show two failed jobs: one that can be retried and one that cannot. */
function showFailures(page: Page) {
  const failed = {
    queue: 'check-payout',
    tries: 9,
    createdAt: '2026-11-20T09:00:00Z',
    failedAt: '2026-11-20T09:30:00Z',
  }
  const json = [
    { ...failed, id, error: 'payout … waits: 500 The provider is away', refusal: null },
    {
      ...failed,
      id: id.replace('8', '9'),
      queue: 'send-sign-in-link',
      error: 'The mail was refused',
      refusal: 'A link is mailed to the person who requests it. They can request another.',
    },
  ]
  return answerSome(page, { 'admin.listFailedJobs': { result: { data: { json } } } })
}

test('staff see what runs, and whether payouts are sent', async ({ page }) => {
  await openStaff(page, 'analyst')
  await page.goto('/admin')
  await openPlace(page, 'Settings', 'System')
  await expect(section(page, 'Payouts')).toContainText(/Sending is on|Payouts are stopped/)
  const versions = section(page, 'Versions')
  await expect(versions).toContainText(/Chuma\d+\.\d+\.\d+/)
  await expect(versions).toContainText(/PostgreSQL\d+/)
  await expect(versions).toContainText(/Migrations\d+, latest \d{4}_/)
  await expect(versions.getByRole('listitem').first()).toContainText('Since')
  await expect(section(page, 'Failed jobs')).toContainText('No failed jobs')
  await expect(page.getByRole('button', { name: 'Check the ledger' })).toHaveCount(0)
})

test('the outbox shows the state of each mail and masks its address', async ({ page }) => {
  const { email } = await givenMember(page.request)
  await openStaff(page, 'finance')
  await page.goto('/admin/system')
  const outbox = section(page, 'Outbox')
  const mail = outbox.getByRole('listitem').filter({ hasText: 'Confirm your email' }).first()
  await expect(mail).toContainText('Sent')
  await expect(mail).toContainText(`${email.slice(0, 1)}…@`)
  await expect(outbox).not.toContainText(email)
  await outbox.getByLabel('State').selectOption('Unclear')
  await expect(outbox).toContainText('No mails match.')
})

// Backed by packages/core/src/admin/system.test.ts
test('an owner retries a failed job, and sees which one must not be retried', { tag: '@long' }, async ({
  page,
}) => {
  await openStaff(page, 'owner')
  await showFailures(page)
  await page.goto('/admin/system')
  const failures = section(page, 'Failed jobs')
  await expect(failures.getByRole('listitem').first()).toContainText('The provider is away')
  await expect(failures.getByRole('listitem').last()).toContainText(
    'Not retried: A link is mailed to the person who requests it.',
  )
  await expect(failures.getByRole('button')).toHaveCount(1)
  await page.route('**/trpc/admin.retryJob*', (route) =>
    route.fulfill({ json: succeed({ id, queue: 'check-payout' }) }),
  )
  await failures.getByRole('button', { name: /^Retry: Check a payout with the provider/ }).click()
  await expectToast(page, 'Retrying', 'The job is back in its queue.')
  await page.unroute('**/trpc/admin.retryJob*')
  await failures.getByRole('button', { name: /^Retry: Check a payout with the provider/ }).click()
  await expectToast(page, 'Action failed', 'Not found')
  // Requests in flight end with the page.
  await page.unrouteAll({ behavior: 'ignoreErrors' })
})

// Backed by apps/server/test/access/access-matrix.test.ts
test('staff without permission cannot retry jobs', { tag: '@long' }, async ({ page }) => {
  await openStaff(page, 'finance')
  await showFailures(page)
  await page.goto('/admin/system')
  await expect(section(page, 'Failed jobs').getByRole('listitem')).toHaveCount(2)
  await expect(section(page, 'Failed jobs').getByRole('button')).toHaveCount(0)
  await expect(page.getByRole('button', { name: 'Check the ledger' })).toBeVisible()
})

test('the system page is accessible', { tag: '@long' }, async ({ page }) => {
  await givenMember(page.request)
  await openStaff(page, 'owner')
  await showFailures(page)
  await page.goto('/admin/system')
  await expect(section(page, 'Failed jobs').getByRole('listitem')).toHaveCount(2)
  await expect(section(page, 'Outbox').getByRole('listitem').first()).toBeVisible()
  await expect(section(page, 'Versions')).toContainText('PostgreSQL')
  await expectLooksAccessible(page, 'system')
})
