import { expect, type Page } from '@playwright/test'
import { expectLooksAccessible } from '../../support/expect-accessible.ts'
import { test } from '../../support/fixtures.ts'
import { bearer, openAsStaff, staffToken } from '../../support/people.ts'
import { givenStaff, openStaff } from '../admin/staff.ts'
import { decide, listWithdrawals } from '../wallet/wallet.ts'
import { BANK, givenRequested } from './payouts.ts'

const caseOf = (page: Page) => page.getByRole('region', { name: 'Withdrawal', exact: true })
const noteOf = (page: Page) => caseOf(page).getByLabel('Note for the member')
const idIn = (page: Page) => new URL(page.url()).searchParams.get('case')

async function press(page: Page, ...keys: string[]) {
  for (const key of keys) await page.keyboard.press(key)
}

// Backed by packages/core/src/payouts/approvals/decide-withdrawal.test.ts
test('by keyboard alone staff approve with a note, the next case opens itself, and typing presses no shortcut', {
  tag: '@journey',
}, async ({ page }) => {
  const { member, id } = await givenRequested(page.request, BANK)
  await givenRequested(page.request, BANK)
  await openStaff(page, 'finance')
  await page.goto(`/admin/withdrawals?stage=ready&case=${id}`)
  await expect(caseOf(page).getByRole('button', { name: 'Approve' })).toBeVisible()
  await expect(caseOf(page)).toContainText('Equity Bank, •••••')
  await expect(caseOf(page).getByRole('region', { name: 'Where these points came from' })).toContainText(
    'Surveys',
  )

  // Past the navigation, into the desk, and to the note.
  await press(page, 'Tab', 'Enter', 'Tab', 'Tab', 'n')
  await expect(noteOf(page)).toBeFocused()
  await page.keyboard.type('A paid survey, raj')
  expect(await listWithdrawals(page.request, member)).toMatchObject([{ status: 'pending' }])
  await press(page, 'Tab', 'Enter')
  await expect(page.getByText('Withdrawal approved successfully!')).toBeVisible()
  await expect(caseOf(page)).toBeFocused()
  expect(await listWithdrawals(page.request, member)).toMatchObject([
    { status: 'approved', adminComment: 'A paid survey, raj' },
  ])
  expect(idIn(page)).not.toBe(id)
  await expect(caseOf(page).getByRole('button', { name: 'Reject' })).toBeVisible()
  await press(page, 'r')
  const rejecting = page.getByRole('dialog', { name: 'Reject this withdrawal' })
  await expect(rejecting.getByLabel('Reason')).toBeFocused()
  await press(page, 'Escape')
  await expect(rejecting).toBeHidden()
})

test('of two people at one case the second is told, and sees how it stands now', async ({ page }) => {
  const { member, id } = await givenRequested(page.request, BANK)
  // News of what the first does would be there before the second decides.
  await page.route(/onWaitingChange/, (route) => route.abort())
  await openStaff(page, 'finance')
  await page.goto(`/admin/withdrawals?case=${id}`)
  await expect(caseOf(page).getByRole('button', { name: 'Approve' })).toBeVisible()
  await decide(page.request, id, { status: 'rejected', adminNotes: 'The name differs.' })
  await caseOf(page).getByRole('button', { name: 'Approve' }).click()
  const alert = caseOf(page).getByRole('alert')
  await expect(alert).toContainText('Someone else changed this a moment ago')
  await expect(alert).toContainText('Your decision was not saved.')
  await expect(caseOf(page)).toContainText('Rejected')
  await expect(caseOf(page).getByRole('region', { name: 'Timeline' })).toContainText('The name differs.')
  await expect(caseOf(page).getByRole('button', { name: 'Approve' })).toHaveCount(0)
  expect(await listWithdrawals(page.request, member)).toMatchObject([{ status: 'rejected' }])
})

/** A payment of which a colleague asks to book that it came back. */
async function givenReturnRequested(page: Page, token: string) {
  const { member, id } = await givenRequested(page.request, BANK)
  await decide(page.request, id, { status: 'approved' })
  await decide(page.request, id, { status: 'paid', adminNotes: `EFT-${id.slice(-12)}` })
  const asked = await page.request.post(`/api/admin/withdrawals/${id}/correct-payout`, {
    headers: bearer(token),
    data: { kind: 'returned', cause: 'bank', note: 'The account is closed.', evidence: 'Row 3' },
  })
  expect((await asked.json()).code).toBe('APPROVAL_PENDING')
  return { member, id }
}

// Backed by packages/core/src/payouts/approvals/approve-withdrawals.test.ts
test('what waits for a second person has its own tab, is decided where the case is, and opens the next', async ({
  page,
}) => {
  const asker = await givenStaff(page.request, 'finance')
  const { member, id } = await givenReturnRequested(page, asker.token)
  await givenReturnRequested(page, asker.token)
  await openAsStaff(page, { token: await staffToken(page.request) })
  await page.goto(`/admin/withdrawals?stage=second-person&case=${id}`)
  const request = caseOf(page).getByRole('region', { name: 'Book a payment that came back' })
  await expect(request).toContainText(asker.username)
  await expect(request).toContainText('Reason: Row 3')
  await expectLooksAccessible(page, 'a case that waits for a second person')
  await request.getByRole('button', { name: 'Approve' }).click()
  await page
    .getByRole('dialog', { name: 'Approve this change' })
    .getByRole('button', { name: 'Approve' })
    .click()
  await expect(page.getByText('Change approved and done')).toBeVisible()
  await expect.poll(() => idIn(page)).not.toBe(id)
  await expect(request).toContainText('Reason: Row 3')
  expect(await listWithdrawals(page.request, member)).toMatchObject([{ status: 'rejected' }])
})

test('on a phone the case opens over the list, and Back returns to it', async ({ page }) => {
  await page.setViewportSize({ width: 360, height: 740 })
  await givenRequested(page.request, BANK)
  await openStaff(page, 'finance')
  await page.goto('/admin/withdrawals?stage=ready')
  const rows = page.getByRole('list', { name: 'Withdrawals' })
  await expect(caseOf(page)).toHaveCount(0)
  await rows.getByRole('link').first().click()
  await expect(rows).toBeHidden()
  await expect(caseOf(page).getByRole('button', { name: 'Approve' })).toBeInViewport()
  await caseOf(page).getByRole('button', { name: 'Back to the list' }).click()
  await expect(rows).toBeVisible()
})
