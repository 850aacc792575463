import { readFile } from 'node:fs/promises'
import { expect, type Page } from '@playwright/test'
import { expectLooksAccessible } from '../../support/expect-accessible.ts'
import { newPerson, test } from '../../support/fixtures.ts'
import { signIn } from '../../support/people.ts'
import { chooseAction } from '../../support/row-menu.ts'
import { openStaff } from '../admin/staff.ts'
import { decide, listWithdrawals } from '../wallet/wallet.ts'
import { BANK, givenRequested, letPaymentsGoOn, pausePayouts, pretend, rowOf } from './payouts.ts'

const REASON = 'The name on the number differs.'
const bulkOf = (page: Page) => page.getByRole('dialog', { name: 'Approve several withdrawals' })
const filesOf = (page: Page) => page.getByRole('region', { name: 'Payouts by hand' })
const historyOf = (page: Page) => page.getByRole('list', { name: 'Your withdrawals' })

async function openWork(page: Page) {
  const person = await openStaff(page, 'finance')
  await page.goto('/admin?tab=withdrawals')
  await expect(page.getByRole('region', { name: 'Withdrawals' })).toBeVisible()
  return person
}

const openRails = (page: Page) =>
  page.getByRole('region', { name: 'Payouts', exact: true }).getByRole('button', { name: 'Details' }).click()

async function openFiles(page: Page, id: string) {
  await openStaff(page, 'finance')
  await page.goto(`/admin/withdrawals?stage=to-pay&case=${id}`)
  await expect(filesOf(page)).toBeVisible()
}

async function stopPayments(page: Page, reason: string) {
  await page.getByRole('button', { name: 'Stop payouts' }).click()
  const dialog = page.getByRole('dialog', { name: 'Stop all payouts' })
  await dialog.getByRole('button', { name: 'Stop payouts' }).click()
  await expect(dialog.getByLabel('Reason')).toHaveAccessibleDescription(/Enter a reason/)
  await dialog.getByLabel('Reason').fill(reason)
  await dialog.getByRole('button', { name: 'Stop payouts' }).dblclick()
  await expect(page.getByText('Payouts stopped', { exact: true })).toBeVisible()
}

async function chooseFile(page: Page, csv: string) {
  const choosing = page.waitForEvent('filechooser')
  await filesOf(page).getByRole('button', { name: 'File with references' }).click()
  const file = { name: 'paid.csv', mimeType: 'text/csv', buffer: Buffer.from(csv) }
  await (await choosing).setFiles(file)
}

/** The table that was downloaded, with a reference in its last column for these. */
const fillIn = (csv: string, references: Record<string, string>) =>
  csv
    .split('\r\n')
    .map((line) => line + (references[line.slice(0, 36)] ?? ''))
    .join('\r\n')

test('many are approved at once, and the one that was not says why', { tag: '@journey' }, async ({
  page,
}) => {
  const members = [
    await givenRequested(page.request, BANK),
    await givenRequested(page.request, BANK),
    await givenRequested(page.request, BANK),
  ] as const
  const [first, paused, last] = members
  await pausePayouts(page.request, paused.member, REASON)
  await openWork(page)
  for (const { member } of members) await rowOf(page, member).getByRole('checkbox').check()
  await page.getByRole('button', { name: 'Approve selected (3)' }).click()
  await expect(bulkOf(page)).toContainText('Approves 3 withdrawals, KES 6,000 in all')
  await bulkOf(page).getByRole('button', { name: 'Approve' }).click()
  await expect(bulkOf(page)).toContainText('2 withdrawals approved')
  const left = bulkOf(page).getByRole('listitem')
  await expect(left).toHaveText(/^Baraka Kip, KES 2,000\s*Payouts of this member are paused$/)
  await bulkOf(page).getByRole('button', { name: 'Close' }).last().click()
  await expect(page.getByRole('button', { name: /^Approve selected/ })).toHaveCount(0)
  await expect(rowOf(page, last.member)).toContainText('Waiting for you to pay it.')
  await expect(rowOf(page, paused.member).getByRole('button', { name: 'Approve' })).toBeVisible()
  expect(await listWithdrawals(page.request, first.member)).toMatchObject([{ status: 'approved' }])

  const { member } = await givenRequested(page.request, BANK)
  await expect(rowOf(page, member)).toBeVisible()
  await expect(page.getByText(/to review individually (is|are) left out\.$/)).toBeVisible()
  await page.getByRole('button', { name: 'Approve all pending' }).click()
  const all = page.getByRole('dialog', { name: 'Approve all pending' })
  await expect(all).toContainText('The others stay pending, and you see why.')
  await all.getByRole('button', { name: 'Approve' }).click()
  await expect(all).toContainText(/withdrawals? approved/)
  await expect(all.getByRole('listitem').filter({ hasText: 'Payouts of this member are paused' })).toHaveText(
    /^\d+ withdrawals?/,
  )
  await all.getByRole('button', { name: 'Close' }).last().click()
  const flagged = page.getByRole('list', { name: 'To review individually' })
  await expect(flagged.getByRole('listitem').filter({ hasText: paused.member.email })).toBeVisible()
  expect(await listWithdrawals(page.request, member)).toMatchObject([{ status: 'approved' }])
})

// Backed by packages/core/src/payouts/queue/queue.test.ts
// Backed by apps/e2e/specs/payouts/payouts-refused.spec.ts
test('payments that are stopped wait, and leave when they may again', { tag: '@long' }, async ({
  page,
  browser,
}) => {
  const { member, id } = await givenRequested(page.request)
  const person = await openWork(page)
  await openRails(page)
  await stopPayments(page, 'The statement does not agree.')
  const banner = page.getByRole('alert').filter({ hasText: 'Payouts are stopped' })
  await expect(banner).toContainText('Reason: The statement does not agree.')
  await expect(banner).toContainText(`Stopped by ${person.username}`)
  await decide(page.request, id, { status: 'approved' })

  const own = await browser.newPage()
  await signIn(own, member)
  await own.goto('/withdraw')
  await expect(historyOf(own)).toContainText('Yours keeps its place.')
  await letPaymentsGoOn(page)
  await expect(banner).toBeHidden()
  await expect(own.getByText('Payment Completed!', { exact: true })).toBeVisible()
  await own.close()
})

// Backed by packages/core/src/payouts/manual.test.ts
// Backed by apps/e2e/specs/admin/set-up.spec.ts
test('what people pay goes out as a table and comes back with references', { tag: '@long' }, async ({
  page,
}) => {
  const { member, id, accountNumber } = await givenRequested(page.request, BANK)
  const other = await givenRequested(page.request, BANK)
  await decide(page.request, id, { status: 'approved' })
  await decide(page.request, other.id, { status: 'approved' })
  await openFiles(page, id)
  const saving = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Download payouts' }).click()
  const file = await saving
  expect(file.suggestedFilename()).toBe('chuma-payouts.csv')
  const csv = await readFile(await file.path(), 'utf8')
  expect(csv).toContain(accountNumber)

  const reference = `EFT${newPerson().email.replaceAll(/\D/g, '')}`
  await filesOf(page).getByRole('button', { name: 'Check the file' }).click()
  await expect(page.getByText('Please choose a file')).toBeVisible()
  await chooseFile(page, 'a,b\n1,2')
  await filesOf(page).getByRole('button', { name: 'Check the file' }).click()
  await expect(filesOf(page)).toContainText(
    'The first line has to name these columns too: Withdrawal ID, Reference',
  )
  await chooseFile(page, fillIn(csv, { [id]: reference }))
  await expect(filesOf(page).getByRole('button', { name: 'Mark as paid' })).toHaveCount(0)
  await filesOf(page).getByRole('button', { name: 'Check the file' }).click()
  await expect(filesOf(page)).toContainText('1 payout would be marked as paid, KES 2,000')
  await expect(filesOf(page)).toContainText('No reference')
  expect(await listWithdrawals(page.request, member)).toMatchObject([{ status: 'approved' }])
  await filesOf(page).getByRole('button', { name: 'Mark as paid' }).click()
  await expect(filesOf(page)).toContainText('1 payout marked as paid, KES 2,000')
  expect(await listWithdrawals(page.request, member)).toMatchObject([{ status: 'paid', receipt: reference }])
})

// Backed by packages/core/src/payouts/approvals/decide-withdrawal.test.ts
// Backed by apps/web/src/payouts/approvals/list-actions.test.ts
test('a payment without a reference is noted as processed', { tag: '@long' }, async ({ page }) => {
  const { member, id } = await givenRequested(page.request, BANK)
  await decide(page.request, id, { status: 'approved' })
  await openWork(page)
  await rowOf(page, member).getByRole('button', { name: 'Mark as Paid' }).click()
  const dialog = page.getByRole('dialog', { name: 'Mark as paid' })
  await dialog.getByRole('button', { name: 'Mark as Paid' }).click()
  await expect(page.getByText('Withdrawal paid successfully!')).toBeVisible()
  await signIn(page, member)
  await page.goto('/withdraw')
  await expect(page.getByText('Payment Completed!', { exact: true })).toBeVisible()
  await expect(historyOf(page)).toContainText('Payment processed')
})

test('the queue of payments is accessible', { tag: '@long' }, async ({ page }) => {
  await openWork(page)
  await openRails(page)
  await page.getByRole('button', { name: 'Stop payouts' }).click()
  await expect(page.getByRole('dialog')).toBeVisible()
  await expectLooksAccessible(page, 'payments about to be stopped')
  await page.keyboard.press('Escape')
  await expect(page.getByRole('dialog')).toBeHidden()
  await stopPayments(page, 'The statement does not agree.')
  await pretend(page, 'admin.getPayoutQueue', (text) =>
    text
      .replace('"isFloatLow":false', '"isFloatLow":true')
      .replace(/"floatKes":[^,]+/, '"floatKes":1250')
      .replace('"floatAt":null', `"floatAt":"${new Date().toISOString()}"`),
  )
  await page.reload()
  await expect(page.getByText('Payouts are stopped')).toBeVisible()
  await expectLooksAccessible(page, 'payments that are stopped')
  await letPaymentsGoOn(page)
})

test('what waits for the staff is accessible', { tag: '@long' }, async ({ page }) => {
  const paused = await givenRequested(page.request, BANK)
  const { member } = await givenRequested(page.request)
  await pausePayouts(page.request, paused.member, REASON)
  // The oldest is in review, and a second admin has to confirm it.
  await pretend(page, 'admin.listWithdrawals', (text) =>
    text
      .replace('"isInReview":false', '"isInReview":true')
      .replace(/"riskScore":\d+/, '"riskScore":85')
      .replace('"new-bank-account"', '"new-bank-account","unusually-large","many-accounts-on-device"')
      .replace('"requestedOutcome":null', '"requestedOutcome":"approved"'),
  )
  await openWork(page)
  await rowOf(page, member).getByRole('checkbox').check()
  await rowOf(page, paused.member).getByRole('checkbox').check()
  await expectLooksAccessible(page, 'withdrawals that wait for a decision')
  await page.getByRole('button', { name: 'Approve selected (2)' }).click()
  await expectLooksAccessible(page, 'many withdrawals about to be approved')
  await bulkOf(page).getByRole('button', { name: 'Approve' }).click()
  await expect(bulkOf(page)).toContainText('1 withdrawal approved')
  await expectLooksAccessible(page, 'many withdrawals approved')
  await bulkOf(page).getByRole('button', { name: 'Close' }).last().click()
  await chooseAction(rowOf(page, paused.member), 'Resume payouts')
  await expectLooksAccessible(page, 'payouts about to go on')
})

test('payouts by hand are accessible', { tag: '@long' }, async ({ page }) => {
  const { id } = await givenRequested(page.request, BANK)
  const { id: other } = await givenRequested(page.request, BANK)
  await decide(page.request, id, { status: 'approved' })
  await decide(page.request, other, { status: 'approved' })
  await openFiles(page, other)
  await chooseFile(
    page,
    `Withdrawal ID,Amount KES,Reference\r\n${id},2000,EFT-77\r\n${other},1900,EFT-78\r\n`,
  )
  await filesOf(page).getByRole('button', { name: 'Check the file' }).click()
  await expect(filesOf(page)).toContainText('1 payout would be marked as paid, KES 2,000')
  await expectLooksAccessible(page, 'references checked before payments are marked')
  await page
    .getByRole('region', { name: 'Withdrawal', exact: true })
    .getByRole('button', { name: 'Mark as Paid' })
    .click()
  await expectLooksAccessible(page, 'a payment about to be marked as paid')
})
