import { expect } from '@playwright/test'
import { test } from '../../support/fixtures.ts'
import { signInStaff } from '../../support/people.ts'
import { openStaff } from '../admin/staff.ts'
import { BANK, givenRequested, rowOf } from './payouts.ts'

// Backed by apps/server/test/payouts/payout-details.test.ts
test('finance shows the details of one withdrawal, and the audit log says so; an analyst cannot', async ({
  page,
}) => {
  const { member, id } = await givenRequested(page.request, { ...BANK })
  await signInStaff(page)
  await page.goto('/admin?tab=withdrawals')
  const row = rowOf(page, member)
  await expect(row).toContainText('Equity Bank, •••••566')
  await expect(row).not.toContainText(BANK.accountNumber)
  await row.getByRole('button', { name: /^More actions/ }).click()
  await page.getByRole('menuitem', { name: 'Show full details' }).click()
  await expect(row).toContainText(`Equity Bank, ${BANK.accountNumber}, ${BANK.accountName}`)

  await page.goto(`/admin/audit?subject=${id}`)
  const entry = page.getByRole('list', { name: 'Entries' }).getByRole('listitem').first()
  await expect(entry).toContainText('Looked at the payout details of a withdrawal')
  await expect(entry).not.toContainText(BANK.accountNumber)

  await openStaff(page, 'analyst')
  await page.goto('/admin?tab=withdrawals')
  const masked = page.getByRole('listitem').filter({ hasText: 'Equity Bank, •••••566' }).first()
  await expect(masked).toBeVisible()
  await expect(masked).not.toContainText(member.email)
  await expect(page.getByRole('menuitem', { name: 'Show full details' })).toHaveCount(0)
})
