import { expect } from '@playwright/test'
import { newPerson, test } from '../../support/fixtures.ts'
import { givenMember, signInStaff } from '../../support/people.ts'
import { takeSurvey } from '../surveys/surveys.ts'
import { decide, listWithdrawals, requestWithdrawal } from '../wallet/wallet.ts'
import { letPaymentsGoOn, rowOf } from './payouts.ts'

test('a payment refused because of our set-up stops all payments, and is sent again or settled with its receipt', {
  tag: '@journey',
}, async ({ page }) => {
  // For this number the simulator rejects our initiator name.
  const member = await givenMember(page.request, newPerson({ mpesaSuffix: '903' }))
  await takeSurvey(page.request, member)
  const { mpesaNumber } = member
  const id = await requestWithdrawal(page.request, member, { withdrawalMethod: 'mpesa', mpesaNumber })
  await decide(page.request, id, { status: 'approved' })
  await signInStaff(page)
  await page.goto('/admin?tab=withdrawals')
  const row = rowOf(page, member)
  const banner = page.getByRole('alert').filter({ hasText: 'Payouts are stopped' })
  await expect(row).toContainText('Needs review')
  await expect(row).toContainText('Last report: 2001: The initiator')
  await expect(banner).toContainText('M-Pesa said: 2001: The initiator')
  await expect(banner).toContainText('Stopped automatically')

  await row.getByRole('button', { name: 'Try again' }).click()
  const again = page.getByRole('dialog', { name: 'Send this payout again' })
  await expect(again).toContainText('KES 2,000 to +2547•••••903')
  await again.getByRole('button', { name: 'Try again' }).dblclick()
  await expect(page.getByText('Payout sent to M-Pesa again')).toBeVisible()
  await expect(row).toContainText('Payouts are stopped while our team fixes a problem.')
  await expect(row.getByRole('button', { name: 'Try again' })).toHaveCount(0)
  await letPaymentsGoOn(page)

  await expect(row).toContainText('Needs review')
  await expect(banner).toBeVisible()
  await row.getByRole('button', { name: 'Mark as Paid' }).click()
  const paying = page.getByRole('dialog', { name: 'Mark as paid' })
  await paying.getByRole('button', { name: 'Mark as Paid' }).click()
  await expect(paying.getByText('Enter the receipt that proves the payment')).toBeVisible()
  await paying.getByLabel('M-Pesa receipt').fill('ok')
  await paying.getByRole('button', { name: 'Mark as Paid' }).click()
  await expect(paying.getByLabel('M-Pesa receipt')).toHaveAccessibleDescription(/ten letters and digits/)
  await paying.getByLabel('M-Pesa receipt').fill(`R${mpesaNumber.slice(-9)}`)
  await paying.getByRole('button', { name: 'Mark as Paid' }).click()
  await expect(page.getByText('Withdrawal paid successfully!')).toBeVisible()
  expect(await listWithdrawals(page.request, member)).toMatchObject([{ status: 'paid' }])
  await letPaymentsGoOn(page)
})
