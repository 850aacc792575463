import { expect, type Page } from '@playwright/test'
import { expectLooksAccessible } from '../../support/expect-accessible.ts'
import { test } from '../../support/fixtures.ts'
import { BANK, pretend } from '../payouts/payouts.ts'
import { decide, givenOpenWallet, requestWithdrawal } from './wallet.ts'

const ONE = { pointsToWithdraw: 1, amountKes: 1000 }

/** Tax is withheld on this server from now on. */
const withTax = (page: Page) =>
  pretend(page, 'wallet.getTerms', (text) => text.replaceAll('"taxPercent":0', '"taxPercent":5'))

test('the ways to be paid are accessible', { tag: '@long' }, async ({ page }) => {
  await withTax(page)
  await givenOpenWallet(page)
  await page.getByLabel('Points to Withdraw').fill('2')
  await page.getByLabel('Withdrawal Method').selectOption('Bank Transfer')
  await expect(page.getByText('Withholding tax (5%)')).toBeVisible()
  await expectLooksAccessible(page, 'a withdrawal to a bank with tax')
  await page.getByLabel('Withdrawal Method').selectOption('PayPal')
  await expect(page.getByText('KES 1,900 ($')).toBeVisible()
  await page.getByLabel('PayPal Email').fill('baraka@example.com')
  await expectLooksAccessible(page, 'a withdrawal to PayPal')
  await page.getByLabel('Withdrawal Method').selectOption('M-Pesa')
  await expectLooksAccessible(page, 'a withdrawal to M-Pesa')
})

test('the history of withdrawals is accessible', { tag: '@long' }, async ({ page }) => {
  const { member } = await givenOpenWallet(page)
  const { mpesaNumber } = member
  const ask = (target: object) => requestWithdrawal(page.request, member, { ...ONE, ...target })
  const rejected = await ask({ withdrawalMethod: 'mpesa', mpesaNumber })
  await decide(page.request, rejected, {
    status: 'rejected',
    adminNotes: 'The name on the number is not the one of your account.',
  })
  const paid = await ask({ withdrawalMethod: 'mpesa', mpesaNumber })
  await decide(page.request, paid, { status: 'approved' })
  await expect(page.getByText('Payment Completed!', { exact: true })).toBeVisible()
  const approved = await ask({ withdrawalMethod: 'paypal', paypalEmail: 'baraka@example.com' })
  await decide(page.request, approved, { status: 'approved' })
  await ask(BANK)
  await expect(page.getByRole('list', { name: 'Your withdrawals' }).getByRole('listitem')).toHaveCount(4)
  await expect(page.getByRole('heading', { name: 'Pending', exact: true })).toBeVisible()
  await expectLooksAccessible(page, 'withdrawals in every state')
})

test('the withdrawal dialog is accessible', async ({ page }) => {
  await withTax(page)
  const { member } = await givenOpenWallet(page)
  const id = await requestWithdrawal(page.request, member, { ...ONE, ...BANK })
  await page.goto('/dashboard?tab=wallet')
  await page.getByRole('button', { name: 'Request Withdrawal' }).click()
  const dialog = page.getByRole('dialog', { name: 'Request Withdrawal' })
  await expect(dialog.getByText('Saved payout details')).toBeVisible()
  await dialog.getByLabel('Amount (points)').fill('100')
  await expectLooksAccessible(page, 'the withdrawal dialog')
  await page.keyboard.press('Escape')
  await decide(page.request, id, { status: 'rejected', adminNotes: 'The account is not yours.' })
  await expect(page.getByRole('list', { name: 'Your withdrawals' })).toContainText('Rejected')
  // The dialog's button was far down: a link that is half under the header would only look too small.
  await page.evaluate(() => window.scrollTo(0, 0))
  await expectLooksAccessible(page, 'a dashboard with a rejected withdrawal')
})
