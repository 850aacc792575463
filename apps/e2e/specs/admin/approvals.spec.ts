import { expect, type Page } from '@playwright/test'
import { expectLooksAccessible } from '../../support/expect-accessible.ts'
import { test } from '../../support/fixtures.ts'
import { bearer, givenMember, type Member, openAsStaff, staffToken } from '../../support/people.ts'
import { refuseOnce } from './refuse-once.ts'
import { openPlace, openStaff } from './staff.ts'

/** Worth more than one person may give in a day, even in the demo. */
const TOO_MANY = 1_500_000

async function openMember(page: Page, { token }: Member) {
  const user = await (await page.request.get('/api/auth/user', { headers: bearer(token) })).json()
  await page.goto(`/admin/members/${user.id}`)
  await expect(page.getByRole('heading', { level: 1, name: 'Baraka Kip' })).toBeVisible()
}

/** Ask for more points than one person may give. */
async function askFor(page: Page, reason: string) {
  await page.getByRole('button', { name: 'Edit earnings' }).click()
  const dialog = page.getByRole('dialog', { name: 'Edit the earnings of Baraka Kip' })
  await dialog.getByLabel('Points', { exact: true }).fill(String(TOO_MANY))
  await dialog.getByLabel('Reason').fill(reason)
  await dialog.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByRole('alert').filter({ hasText: 'Sent to a second person' })).toBeVisible()
  await expect(dialog).toHaveCount(0)
}

const requestFor = (page: Page, reason: string) =>
  page.getByRole('listitem', { name: 'Edit a member’s points' }).filter({ hasText: reason })

const pointsOf = async (page: Page, { token }: Member) =>
  (await (await page.request.get('/api/wallet/balance', { headers: bearer(token) })).json()).availablePoints

test('a change above a limit waits, shows what it would do, and happens once a second person approves', {
  tag: '@journey',
}, async ({ page }) => {
  const member = await givenMember(page.request)
  const asker = await openStaff(page, 'finance')
  await openMember(page, member)
  const before = await pointsOf(page, member)
  await askFor(page, 'Prize of the year')
  expect(await pointsOf(page, member)).toBe(before)

  await test.step('who asked for it can only take it back', async () => {
    await page.goto('/admin/approvals')
    const own = requestFor(page, 'Prize of the year')
    await expect(own.getByRole('button', { name: 'Cancel request' })).toBeVisible()
    await expect(own.getByRole('button', { name: 'Approve' })).toHaveCount(0)
  })

  await openAsStaff(page, { token: await staffToken(page.request) })
  await page.goto('/admin')
  await openPlace(page, 'Payouts', 'Approvals')
  const request = requestFor(page, 'Prize of the year')
  await expect(request).toContainText(asker.username)
  await expect(request.getByRole('link', { name: 'Baraka Kip' })).toBeVisible()
  await expect(request).toContainText('KES 1,500,000,000')
  await expect(request).toContainText(/Points: .*1,500,000/)
  await expectLooksAccessible(page, 'admin-approvals')
  await request.getByRole('button', { name: 'Approve' }).click()
  const dialog = page.getByRole('dialog', { name: 'Approve this change' })
  await expect(dialog).toContainText(/Points: .*1,500,000/)
  await dialog.getByRole('button', { name: 'Approve' }).click()
  await expect(page.getByText('Change approved and done')).toBeVisible()
  await expect(request).toHaveCount(0)
  expect(await pointsOf(page, member)).toBe(TOO_MANY)

  await page.getByLabel('Show').selectOption({ label: 'Done' })
  await expect(request).toContainText('Closed by admin')
})

// Backed by packages/core/src/admin/approvals/decide-approval.test.ts
test('a refusal says why, a request can be taken back, and neither changes anything', {
  tag: '@long',
}, async ({ page }) => {
  const member = await givenMember(page.request)
  const asker = await openStaff(page, 'finance')
  await openMember(page, member)
  const before = await pointsOf(page, member)
  await askFor(page, 'A gift for a friend')

  await openAsStaff(page, { token: await staffToken(page.request) })
  await page.goto('/admin/approvals')
  const gift = requestFor(page, 'A gift for a friend')
  await gift.getByRole('button', { name: 'Refuse' }).click()
  const dialog = page.getByRole('dialog', { name: 'Refuse this change' })
  await dialog.getByRole('button', { name: 'Refuse' }).click()
  await expect(dialog.getByLabel('Why not?')).toHaveAccessibleDescription(/\S/)
  await dialog.getByLabel('Why not?').fill('No prize was announced.')
  await test.step('who does not confirm that it is them keeps the dialog and the note', async () => {
    await refuseOnce(page, 'admin.decideApproval', ['password'])
    await dialog.getByRole('button', { name: 'Refuse' }).click()
    const proof = page.getByRole('dialog', { name: 'Confirm that it is you' })
    await expect(proof).toContainText('Enter your password to continue')
    await proof.getByRole('button', { name: 'Cancel' }).click()
    await expect(proof).toHaveCount(0)
    await expect(dialog.getByLabel('Why not?')).toHaveValue('No prize was announced.')
  })
  await dialog.getByRole('button', { name: 'Refuse' }).click()
  await expect(page.getByText('Change refused')).toBeVisible()

  await openAsStaff(page, asker)
  await page.goto('/admin/approvals')
  await page.getByLabel('Show').selectOption({ label: 'Refused' })
  await expect(gift).toContainText('Note: No prize was announced.')

  await openMember(page, member)
  await askFor(page, 'Wrong member')
  await page.goto('/admin/approvals')
  await requestFor(page, 'Wrong member').getByRole('button', { name: 'Cancel request' }).click()
  await page
    .getByRole('dialog', { name: 'Cancel your request' })
    .getByRole('button', { name: 'Cancel request' })
    .click()
  await expect(page.getByText('Request cancelled')).toBeVisible()
  await expect(requestFor(page, 'Wrong member')).toHaveCount(0)
  expect(await pointsOf(page, member)).toBe(before)
})
