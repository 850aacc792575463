import { expect, type Page } from '@playwright/test'
import { countCalls } from '../../support/count-calls.ts'
import { test } from '../../support/fixtures.ts'
import { givenMember, signIn, signInStaff } from '../../support/people.ts'
import { expectToast } from '../../support/toast.ts'
import { takeSurvey } from '../surveys/surveys.ts'
import { givenOpenWallet, listWithdrawals, requestWithdrawal } from './wallet.ts'

const REQUIRED = 'Please fill in all required fields.'
const TOO_FEW = "You don't have enough points for this withdrawal."
const BANK = { bankName: 'Equity Bank', accountNumber: '0110293847566', accountName: 'Baraka Kip' }

test('the withdraw page says what is wrong, shows what it comes to and sends one request', {
  tag: '@journey',
}, async ({ page }) => {
  const { member, points } = await givenOpenWallet(page)
  const amount = page.getByLabel('Points to Withdraw')
  const method = page.getByLabel('Withdrawal Method')
  const submit = page.getByRole('button', { name: 'Request Withdrawal' })
  const preview = page.getByRole('status').filter({ hasText: /^KES/ })

  await expect(page.getByText('A withdrawal takes 3-5 business days.')).toBeVisible()
  await submit.click()
  await expectToast(page, 'Missing Information', REQUIRED)
  await expect(preview).toHaveText('KES 0')
  await amount.fill('0')
  await method.selectOption('M-Pesa')
  await submit.click()
  await expectToast(page, 'Invalid Amount', 'Minimum withdrawal is 1 points (KES 1,000).')
  await amount.fill(String(points + 1))
  await submit.click()
  await expectToast(page, 'Insufficient Points', TOO_FEW)
  await amount.fill('2')
  await expect(preview).toHaveText('KES 2,000')
  await submit.click()
  await expectToast(page, 'Missing Information', 'Please enter your M-Pesa number.')
  await method.selectOption('Bank Transfer')
  await page.getByLabel('Bank Name').fill(BANK.bankName)
  await submit.click()
  await expectToast(page, 'Missing Information', 'Please fill in all bank details.')
  await method.selectOption('PayPal')
  await submit.click()
  await expectToast(page, 'Missing Information', 'Please enter your PayPal email.')
  await expect(preview).toHaveText('KES 2,000 ($15.50)')

  await expect(amount).toHaveAttribute('min', '1')
  await expect(amount).toHaveAttribute('max', String(points))
  await method.selectOption('M-Pesa')
  const number = page.getByLabel('M-Pesa Number')
  await expect(number).toHaveAttribute('placeholder', '07xxxxxxxx or 254xxxxxxxxx')
  await number.fill('12345')
  await submit.click()
  await expectToast(page, 'Withdrawal Request Failed', 'Enter a Kenyan mobile number, such as 0712345678')
  await expect(number).toHaveAccessibleDescription('Enter a Kenyan mobile number, such as 0712345678')
  await number.fill(member.mpesaNumber)
  const count = countCalls(page, 'wallet.requestWithdrawal')
  await submit.dblclick()
  await expect(page.getByText('Withdrawal Request Submitted')).toBeVisible()
  expect(count()).toBe(1)
  await expect(page.getByRole('heading', { name: 'Pending', exact: true })).toHaveCount(1)
  await expect(page.getByRole('region', { name: 'Your balance' })).toContainText(`${points - 2} points`)
  await expect(amount).toHaveValue('')
  expect(await listWithdrawals(page.request, member)).toMatchObject([{ status: 'pending' }])
})

test('the dashboard dialog has a minimum of its own, asks for what it allows, and the page follows at once', {
  tag: '@journey',
}, async ({ page }) => {
  const member = await givenMember(page.request)
  const points = await takeSurvey(page.request, member)
  await signIn(page, member)
  await page.goto('/dashboard')
  await page.getByRole('tab', { name: 'Wallet' }).click()
  await expect(page.getByText('Minimum withdrawal: KES 1,000 (1 point).')).toBeVisible()
  await expect(page.getByText(`You have ${points} points KES ${points},000`)).toBeVisible()
  await page.getByRole('button', { name: 'Request Withdrawal' }).click()
  const dialog = page.getByRole('dialog', { name: 'Request Withdrawal' })
  const amount = dialog.getByLabel('Amount (points)')
  const kes = dialog.getByLabel('Amount (KES)')
  const submit = dialog.getByRole('button', { name: 'Submit Request' })

  await expect(dialog).toContainText('For smaller amounts, use the withdraw page, from 1 point.')
  await expect(kes).toHaveAttribute('min', '1000')
  await expect(kes).toHaveAttribute('max', String(points * 1000))
  await amount.fill('99')
  await expect(kes).toHaveValue('99000')
  await expect(submit).toBeDisabled()
  await dialog.getByLabel('Withdrawal Method').selectOption('M-Pesa')
  await expect(submit).toBeDisabled()
  await dialog.getByLabel('M-Pesa Number').fill('0712345678')
  await submit.click()
  await expectToast(page, 'Invalid Amount', 'Minimum withdrawal amount is 100 points (KES 100).')
  await kes.fill('100000')
  await expect(amount).toHaveValue('100')
  await expect(dialog.getByText('KES 100,000')).toBeVisible()
  await submit.click()
  await expectToast(page, 'Insufficient Points', TOO_FEW)

  await test.step('it asks for what its minimum allows, and the page follows at once', async () => {
    await page.route('**/trpc/*wallet.getTerms*', async (route) => {
      const answer = await route.fetch()
      const body = (await answer.text()).replace(
        '"dialogMinWithdrawalPoints":100',
        '"dialogMinWithdrawalPoints":2',
      )
      await route.fulfill({ response: answer, body })
    })
    await page.reload()
    await page.getByRole('tab', { name: 'Wallet' }).click()
    await page.getByRole('button', { name: 'Request Withdrawal' }).click()
    await dialog.getByLabel('Amount (points)').fill('2')
    await dialog.getByLabel('Withdrawal Method').selectOption('M-Pesa')
    await dialog.getByLabel('M-Pesa Number').fill(member.mpesaNumber)
    await dialog.getByRole('button', { name: 'Submit Request' }).dblclick()
    await expect(page.getByText('Withdrawal Request Submitted')).toBeVisible()
    await expect(dialog).toBeHidden()
    await expect(page.getByRole('list', { name: 'Your withdrawals' })).toContainText(
      /2 points · KES 2,000 Pending · decision by \d+ \w+/,
    )
    await expect(page.getByRole('list', { name: 'Recent transactions' })).toContainText(
      'Withdrawal of KES 2,000 requested',
    )
    expect(await listWithdrawals(page.request, member)).toHaveLength(1)
  })
})

// Backed by packages/core/src/wallet/request-withdrawal.test.ts
// Backed by apps/web/src/wallet/request/withdrawal-form.test.ts
test('where money went before is offered again, until it is forgotten', { tag: '@long' }, async ({
  page,
}) => {
  const { member, points } = await givenOpenWallet(page)
  await requestWithdrawal(page.request, member, { withdrawalMethod: 'bank', ...BANK })
  await page.reload()
  const saved = page.getByRole('radiogroup', { name: 'Saved payout details' })
  const form = page.getByRole('region', { name: 'Request a withdrawal' })
  await expect(saved.getByRole('radio', { name: 'Bank Transfer, Equity Bank ••• 7566' })).toBeChecked()
  await page.getByRole('button', { name: `All ${points - 2} points` }).click()
  await expect(page.getByLabel('Points to Withdraw')).toHaveValue(String(points - 2))
  await expect(form).toContainText(`You receive KES ${points - 2},000 to Equity Bank ••• 7566`)
  await saved.getByRole('radio', { name: 'Another destination' }).check()
  await page.getByLabel('Withdrawal Method').selectOption('M-Pesa')
  await page.getByLabel('M-Pesa Number').fill(member.mpesaNumber)
  await page.getByLabel('Points to Withdraw').fill('1')
  await page.getByLabel('Save these details').uncheck()
  await page.getByRole('button', { name: 'Request Withdrawal' }).click()
  await expect(page.getByText('Withdrawal Request Submitted')).toBeVisible()
  await expect(saved.getByRole('radio')).toHaveCount(2)
  await saved.getByRole('button', { name: 'Forget Bank Transfer' }).click()
  await expect(saved).toBeHidden()
})

// Backed by packages/core/src/payouts/approvals/decide-withdrawal.test.ts
test('a rejection gives a reason and the points back', { tag: '@long' }, async ({ page, browser }) => {
  const { member, points } = await givenOpenWallet(page)
  await requestWithdrawal(page.request, member, {
    withdrawalMethod: 'mpesa',
    mpesaNumber: member.mpesaNumber,
  })
  await expect(page.getByRole('heading', { name: 'Pending', exact: true })).toBeVisible()
  const balance = page.getByRole('region', { name: 'Your balance' })
  await expect(balance).toContainText(`${points - 2} points`)

  const { staff, row } = await openRow(await browser.newPage(), member.email)
  await row.getByRole('button', { name: 'Reject' }).click()
  const dialog = staff.getByRole('dialog', { name: 'Reject this withdrawal' })
  await dialog.getByRole('button', { name: 'Reject' }).click()
  await expect(dialog.getByText('Please give a reason')).toBeVisible()
  await dialog.getByLabel('Reason').fill('The name on the number differs.')
  await dialog.getByRole('button', { name: 'Reject' }).click()
  await expect(staff.getByText('Withdrawal rejected successfully!')).toBeVisible()
  await expect(row).toBeHidden()
  await staff.close()

  const item = page.getByRole('listitem').filter({ has: page.getByRole('heading', { name: 'Rejected' }) })
  await expect(item).toContainText('Your points have been restored to your account.')
  await expect(item).toContainText('Admin message: The name on the number differs.')
  await expect(balance).toContainText(`${points} points`)
  await expect(balance).not.toContainText('Held for withdrawals')
})

async function openRow(staff: Page, email: string) {
  await signInStaff(staff)
  await staff.goto('/admin?tab=withdrawals')
  return { staff, row: staff.getByRole('listitem').filter({ hasText: email }) }
}
