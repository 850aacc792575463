import { expect } from '@playwright/test'
import { expectLooksAccessible } from '../../support/expect-accessible.ts'
import { test } from '../../support/fixtures.ts'
import { signIn, signInStaff } from '../../support/people.ts'
import { decide, listWithdrawals, requestWithdrawal } from '../wallet/wallet.ts'
import { BANK, givenRequested, rowOf } from './payouts.ts'

// Backed by packages/core/src/payouts/holds/held-payouts.test.ts
test('a withdrawal to a new place is on hold: the member sees why and until when, staff lift it, and it is paid', {
  tag: '@journey',
}, async ({ page, browser }) => {
  const accountNumber = String(Date.now())
  const { member, id } = await givenRequested(page.request, { ...BANK, accountNumber })
  await decide(page.request, id, { status: 'approved' })
  await decide(page.request, id, { status: 'paid', adminNotes: `EFT-${accountNumber}` })
  await requestWithdrawal(page.request, member, {
    withdrawalMethod: 'mpesa',
    mpesaNumber: member.mpesaNumber,
  })
  await signIn(page, member)
  await page.goto('/withdraw')
  const item = page.getByRole('listitem').filter({ hasText: 'On hold' }).first()
  await expect(item).toContainText('Nothing was ever paid to this number or account before.')
  await expect(item).toContainText(/Until \d+ \w+ \d{4}.*, in (23|24) hours at the latest\./)
  await expect(item).toContainText('It ends sooner if our team has checked it.')
  await expectLooksAccessible(page, 'a withdrawal on hold')

  const staff = await browser.newPage()
  await signInStaff(staff)
  await staff.goto('/admin?tab=withdrawals')
  const row = rowOf(staff, member)
  await expect(row).toContainText('Paid elsewhere before, never to this destination')
  await row.getByRole('button', { name: /^Lift: Paid elsewhere/ }).click()
  const dialog = staff.getByRole('dialog', { name: 'Lift a hold on the withdrawal of Baraka Kip' })
  await dialog.getByRole('button', { name: 'Lift' }).click()
  await expect(dialog.getByLabel('Reason')).toHaveAccessibleDescription('Please give a reason')
  await dialog.getByLabel('Reason').fill('Called the member, and it is their number.')
  await dialog.getByRole('button', { name: 'Lift' }).click()
  await expect(staff.getByText('Hold lifted')).toBeVisible()
  await expect(row).not.toContainText('On hold')
  await expect(page.getByText('Nothing was ever paid')).toBeHidden()
  await row.getByRole('button', { name: 'Approve' }).click()
  await expect
    .poll(async () => (await listWithdrawals(page.request, member)).map(({ status }) => status))
    .toEqual(['paid', 'paid'])
  await staff.close()
})
