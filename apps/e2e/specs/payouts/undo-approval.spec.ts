import { expect } from '@playwright/test'
import { test } from '../../support/fixtures.ts'
import { bearer, signInStaff } from '../../support/people.ts'
import { chooseAction } from '../../support/row-menu.ts'
import { decide, listWithdrawals } from '../wallet/wallet.ts'
import { BANK, givenRequested, rowOf } from './payouts.ts'

// Backed by packages/core/src/payouts/approvals/decide-withdrawal.test.ts
// Backed by apps/web/src/payouts/approvals/list-actions.test.ts
test('an approval is taken back while nothing was sent, and a page of requests is selected at once', {
  tag: '@long',
}, async ({ page }) => {
  const { member, id } = await givenRequested(page.request, BANK)
  await givenRequested(page.request, BANK)
  await decide(page.request, id, { status: 'approved' })
  await signInStaff(page)
  await page.goto('/admin?tab=withdrawals')
  await page.getByLabel('Select this page').last().check()
  await expect(page.getByRole('button', { name: /^Approve selected \(\d+\)$/ })).toBeVisible()
  await page.getByLabel('Select this page').last().uncheck()
  await expect(page.getByRole('button', { name: /^Approve selected/ })).toHaveCount(0)

  const { id: memberId } = await (
    await page.request.get('/api/auth/user', { headers: bearer(member.token) })
  ).json()
  await page.goto(`/admin/members/${memberId}?view=withdrawals`)
  const row = rowOf(page, member)
  await expect(row).toContainText('The first payout to this bank account')
  await chooseAction(row, 'Undo approval')
  const dialog = page.getByRole('dialog', { name: 'Undo the approval' })
  await expect(dialog).toContainText('Only do this if no one has paid it yet.')
  await dialog.getByRole('button', { name: 'Undo approval' }).click()
  await expect(page.getByText('Approval undone')).toBeVisible()
  await expect(row.getByRole('button', { name: 'Approve' })).toBeVisible()
  expect(await listWithdrawals(page.request, member)).toMatchObject([{ status: 'pending' }])
})
