import { expect, type Page } from '@playwright/test'
import { newPerson, test } from '../../support/fixtures.ts'
import { givenMember, signInStaff } from '../../support/people.ts'
import { takeSurvey } from '../surveys/surveys.ts'
import { decide, listWithdrawals, requestWithdrawal } from '../wallet/wallet.ts'

/** A payout of this number that M-Pesa has answered, and its row. */
async function givenApproved(page: Page, mpesaSuffix: string) {
  const member = await givenMember(page.request, newPerson({ mpesaSuffix }))
  await takeSurvey(page.request, member)
  const { mpesaNumber } = member
  const id = await requestWithdrawal(page.request, member, { withdrawalMethod: 'mpesa', mpesaNumber })
  await decide(page.request, id, { status: 'approved' })
  await signInStaff(page)
  await page.goto('/admin?tab=withdrawals')
  return { member, row: page.getByRole('listitem').filter({ hasText: member.email }) }
}

test('what M-Pesa may have paid is never sent again, and rejected only with a warning', async ({ page }) => {
  const { member, row } = await givenApproved(page, '906')
  await expect(row).toContainText('Needs review')
  await row.getByRole('button', { name: 'Try again' }).click()
  const again = page.getByRole('dialog', { name: 'Send this payout again' })
  await again.getByRole('button', { name: 'Try again' }).click()
  await expect(page.getByText('Not sent again')).toBeVisible()
  await expect(again).toBeHidden()

  await row.getByRole('button', { name: 'Reject' }).click()
  const dialog = page.getByRole('dialog', { name: 'Reject this withdrawal' })
  await expect(dialog).toContainText('Only reject if you are sure it was not paid')
  await dialog.getByLabel('Reason').fill('M-Pesa confirmed that nothing was paid.')
  await dialog.getByRole('button', { name: 'Reject' }).click()
  await expect(page.getByText('Withdrawal rejected successfully!')).toBeVisible()
  expect(await listWithdrawals(page.request, member)).toMatchObject([{ status: 'rejected' }])
})
