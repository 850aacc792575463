import { expect } from '@playwright/test'
import { test } from '../../support/fixtures.ts'
import { decide, givenOpenWallet, listWithdrawals } from './wallet.ts'

/** Nobody else's, and one that the simulator pays. */
const newNumber = () => `0733${String(Date.now()).slice(-3)}900`

test("a member withdraws to Airtel Money, and is told when the number looks like another network's", async ({
  page,
}) => {
  const { member } = await givenOpenWallet(page)
  await page.getByLabel('Points to Withdraw').fill('2')
  await page.getByLabel('Withdrawal Method').selectOption('Airtel Money')
  const number = page.getByLabel('Airtel Money Number')
  const submit = page.getByRole('button', { name: 'Request Withdrawal' })
  await number.fill('0712345678')
  await expect(number).toHaveAccessibleDescription(/looks like a number of Safaricom/)

  await number.fill(newNumber())
  await expect(number).toHaveAccessibleDescription('')
  await submit.click()
  await expect(page.getByRole('list', { name: 'Your withdrawals' })).toContainText('Airtel Money')
  const [asked] = await listWithdrawals(page.request, member)
  if (asked) await decide(page.request, asked.id, { status: 'approved' })
  await expect.poll(async () => (await listWithdrawals(page.request, member))[0]?.status).toBe('paid')
})
