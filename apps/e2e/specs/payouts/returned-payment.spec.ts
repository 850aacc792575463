import { expect, type Page } from '@playwright/test'
import { expectLooksAccessible } from '../../support/expect-accessible.ts'
import { test } from '../../support/fixtures.ts'
import { bearer, openAsStaff, signIn, staffToken } from '../../support/people.ts'
import { chooseAction } from '../../support/row-menu.ts'
import { openStaff } from '../admin/staff.ts'
import { decide } from '../wallet/wallet.ts'
import { BANK, givenRequested, rowOf } from './payouts.ts'

const NOTE = 'The bank closed this account last week.'

async function askForReturn(page: Page, row: ReturnType<typeof rowOf>) {
  await chooseAction(row, 'Payment came back')
  const dialog = page.getByRole('dialog', { name: 'Payment came back' })
  await expect(dialog).toContainText('A second person has to approve this.')
  await dialog.getByRole('button', { name: 'Ask a second person' }).click()
  await expect(dialog).toContainText('Say what proves it.')
  await expectLooksAccessible(page, 'returned payment')
  await dialog.getByLabel('What proves it').fill('Row 14 of the statement')
  await dialog.getByLabel('What happened, for the member').fill(NOTE)
  await dialog.getByRole('button', { name: 'Ask a second person' }).click()
  await expect(page.getByRole('alert').filter({ hasText: 'Sent to a second person' })).toBeVisible()
}

// Backed by packages/core/src/payouts/corrections/correct-payout.test.ts
test('a payment that came back is booked by two people, and the member reads why and has the points again', {
  tag: '@journey',
}, async ({ page }) => {
  const { member, id } = await givenRequested(page.request, BANK)
  await decide(page.request, id, { status: 'approved' })
  await decide(page.request, id, { status: 'paid', adminNotes: `EFT-${Date.now()}` })
  const { id: memberId } = await (
    await page.request.get('/api/auth/user', { headers: bearer(member.token) })
  ).json()
  const asker = await openStaff(page, 'finance')
  await page.goto(`/admin/members/${memberId}?view=withdrawals`)
  await askForReturn(page, rowOf(page, member))

  await test.step('the second person sees the case on the member’s page, and approves there', async () => {
    await openAsStaff(page, { token: await staffToken(page.request) })
    await page.goto(`/admin/members/${memberId}?view=withdrawals`)
    const request = rowOf(page, member).getByRole('region', { name: 'Book a payment that came back' })
    await expect(request).toContainText('Row 14 of the statement')
    await expect(request).toContainText(asker.username)
    await expect(request).toContainText('Paid → Payment came back')
    await request.getByRole('button', { name: 'Approve' }).click()
    const dialog = page.getByRole('dialog', { name: 'Approve this change' })
    await expect(dialog).toContainText('Paid → Payment came back')
    await dialog.getByRole('button', { name: 'Approve' }).click()
    await expect(page.getByText('Change approved and done')).toBeVisible()
    await expect(request).toHaveCount(0)
  })
  await page.goto('about:blank')
  await signIn(page, member)
  await page.goto('/withdraw')
  await expect(page.getByText('We paid this, but the money came back to us.').first()).toBeVisible()
  await expect(page.getByText(NOTE).first()).toBeVisible()
  const balance = await page.request.get('/api/wallet/balance', { headers: bearer(member.token) })
  expect(await balance.json()).toMatchObject({ availablePoints: 5, heldPoints: 0 })
})
