import { expect, type Page, type Request } from '@playwright/test'
import { countCalls } from '../../support/count-calls.ts'
import { expectLooksAccessible } from '../../support/expect-accessible.ts'
import { test } from '../../support/fixtures.ts'
import { holdAnswers } from '../../support/procedures.ts'
import { expectToast } from '../../support/toast.ts'
import { newAccount } from '../payouts/payouts.ts'
import { decide, givenOpenWallet, listWithdrawals, requestWithdrawal } from './wallet.ts'

const OFFLINE =
  'We could not reach the server. Check your connection and press the button again: your request is never sent twice.'
const bank = () => ({
  withdrawalMethod: 'bank',
  bankName: 'KCB',
  accountNumber: newAccount(),
  accountName: 'Baraka Kip',
})

/** What the page asks for the history is answered as if it stood there. */
async function pretend(page: Page, change: (text: string) => string): Promise<void> {
  await page.route('**/trpc/*wallet.listWithdrawals*', async (route) => {
    const answer = await route.fetch()
    await route.fulfill({ response: answer, body: change(await answer.text()) })
  })
}

async function fillIn(page: Page, number: string) {
  await page.getByLabel('Points to Withdraw').fill('2')
  await page.getByLabel('Withdrawal Method').selectOption('M-Pesa')
  await page.getByLabel('M-Pesa Number').fill(number)
  return page.getByRole('button', { name: 'Request Withdrawal' })
}

test('a page follows its withdrawal from the request to the receipt without asking', {
  tag: '@journey',
}, async ({ page }) => {
  const { member, points } = await givenOpenWallet(page)
  const balance = page.getByRole('region', { name: 'Your balance' })
  const item = page.getByRole('list', { name: 'Your withdrawals' }).getByRole('listitem')
  const id = await requestWithdrawal(page.request, member, bank())
  await expect(item.getByRole('heading', { name: 'Pending', exact: true })).toBeVisible()
  await expect(item).toContainText(/Next: our team decides within 3-5 business days, by .* at the latest\./)
  await expect(item).toContainText('The first payout to this bank account')
  await expect(balance).toContainText(`${points - 2} points`)
  await decide(page.request, id, { status: 'approved' })
  await expect(item).toContainText('Your payment will be processed within 24-48 hours.')
  await expect(item).toContainText('our team sends the money')
  await decide(page.request, id, { status: 'paid', adminNotes: 'EFT-77' })
  await expect(item.getByText('Payment Completed!', { exact: true })).toBeVisible()
  await expect(item.getByRole('definition').filter({ hasText: /^EFT-77$/ })).toBeVisible()
  await expect(balance).not.toContainText('Held for withdrawals')
  const history = page.getByRole('list', { name: 'Points history' }).getByRole('listitem')
  const paid = history.filter({ hasText: 'Withdrawal of KES 2,000 paid' })
  await expect(paid).toContainText('2 points KES 2,000 sent from held points')
  await expect(paid).not.toContainText(/[−+-]\d/)
})

// Backed by apps/server/test/live.test.ts
test('what happens before the stream is open is told by its beginning', { tag: '@long' }, async ({
  page,
}) => {
  const { member } = await givenOpenWallet(page)
  const id = await requestWithdrawal(page.request, member, bank())
  const open = await holdAnswers(page, 'wallet.onChange')
  await page.reload()
  const item = page.getByRole('list', { name: 'Your withdrawals' }).getByRole('listitem')
  await expect(item.getByRole('heading', { name: 'Pending', exact: true })).toBeVisible()
  await decide(page.request, id, { status: 'approved' })
  open()
  await expect(item).toContainText('Your payment will be processed within 24-48 hours.')
})

// Backed by apps/server/test/security/accounts.test.ts
test('the token that opens the stream stands in no address', { tag: '@long' }, async ({ page }) => {
  const streams: Request[] = []
  page.on('request', (request) => {
    if (request.url().includes('wallet.onChange')) streams.push(request)
  })
  const { member } = await givenOpenWallet(page)
  await expect.poll(() => streams.length).toBe(1)
  expect(streams[0]?.headers().authorization).toBe(`Bearer ${member.token}`)
  expect(streams[0]?.url()).not.toContain(member.token)
})

test('a status that this page does not know is shown as pending, and a late one says so', async ({
  page,
}) => {
  const { member } = await givenOpenWallet(page)
  await pretend(page, (text) =>
    text
      .replace('"status":"pending"', '"status":"on-hold"')
      .replace(/"requestedAt":"[^"]+"/, '"requestedAt":"2026-01-05T09:00:00.000Z"'),
  )
  await requestWithdrawal(page.request, member, bank())
  const item = page.getByRole('list', { name: 'Your withdrawals' }).getByRole('listitem')
  await expect(item.getByRole('heading', { name: 'Pending', exact: true })).toBeVisible()
  await expect(item).toContainText('This is late. We promised a decision by 12 January 2026')
  await expect(item.getByRole('link', { name: 'Write to us' })).toBeVisible()
})

test('a payment that waits says for what, with the tax that was withheld', async ({ page }) => {
  const { member } = await givenOpenWallet(page)
  const id = await requestWithdrawal(page.request, member, bank())
  await pretend(page, (text) =>
    text
      .replace('"payoutState":"manual"', '"payoutState":"queued"')
      .replace('"waitReason":null', '"waitReason":"low-float"')
      .replace('"taxPercent":0,"taxKes":0,"payoutKes":2000', '"taxPercent":5,"taxKes":100,"payoutKes":1900'),
  )
  await decide(page.request, id, { status: 'approved' })
  const item = page.getByRole('list', { name: 'Your withdrawals' }).getByRole('listitem')
  await expect(item).toContainText('We need to top up our M-Pesa account first.')
  await expect(item).toContainText('Tax withheld (5%)KES 100')
  await expect(item).toContainText('You receiveKES 1,900')
  // Half covered by the notice, a field only looks too small to be hit.
  await page.getByRole('button', { name: 'Decline', exact: true }).click()
  await expectLooksAccessible(page, 'a payment that waits')
})

// Backed by apps/e2e/specs/wallet/withdraw-news.spec.ts
test('a request that never left is sent once, when the button is pressed again', { tag: '@long' }, async ({
  page,
}) => {
  const { member } = await givenOpenWallet(page)
  const submit = await fillIn(page, member.mpesaNumber)
  // The network goes while it is on its way: a device that knows that it has none keeps the button closed.
  await page.route('**/trpc/wallet.requestWithdrawal*', (route) => route.abort(), { times: 1 })
  await submit.click()
  await expectToast(page, 'Withdrawal Request Failed', OFFLINE)
  expect(await listWithdrawals(page.request, member)).toEqual([])
  await submit.click()
  await expect(page.getByText('Withdrawal Request Submitted')).toBeVisible()
  expect(await listWithdrawals(page.request, member)).toHaveLength(1)
})

test('a request whose answer got lost is one withdrawal, however often it is repeated', async ({ page }) => {
  const { member } = await givenOpenWallet(page)
  const submit = await fillIn(page, member.mpesaNumber)
  const count = countCalls(page, 'wallet.requestWithdrawal')
  await page.route(
    '**/trpc/wallet.requestWithdrawal*',
    async (route) => {
      await route.fetch()
      await route.abort()
    },
    { times: 1 },
  )
  await submit.click()
  await expectToast(page, 'Withdrawal Request Failed', OFFLINE)
  // Changed and changed back: still the same intent.
  await page.getByLabel('Points to Withdraw').fill('1')
  await page.getByLabel('Points to Withdraw').fill('2')
  await submit.dblclick()
  await expect(page.getByText('Withdrawal Request Submitted')).toBeVisible()
  expect(count()).toBe(2)
  expect(await listWithdrawals(page.request, member)).toHaveLength(1)
})

test('a member cancels a request that nobody has decided, and has the points again', {
  tag: '@journey',
}, async ({ page }) => {
  const { member, points } = await givenOpenWallet(page)
  await requestWithdrawal(page.request, member, bank())
  const item = page.getByRole('list', { name: 'Your withdrawals' }).getByRole('listitem')
  await item.getByRole('button', { name: 'Cancel this withdrawal' }).click()
  const dialog = page.getByRole('dialog', { name: 'Cancel this withdrawal?' })
  await expect(dialog).toContainText('2 points go back to your balance at once.')
  await dialog.getByRole('button', { name: 'Keep it' }).click()
  await expect(item.getByRole('heading', { name: 'Pending', exact: true })).toBeVisible()
  await item.getByRole('button', { name: 'Cancel this withdrawal' }).click()
  await dialog.getByRole('button', { name: 'Cancel this withdrawal' }).click()
  await expect(page.getByText('Withdrawal cancelled')).toBeVisible()
  await expect(item.getByText('You cancelled this request.')).toBeVisible()
  await expect(item.getByRole('button', { name: 'Cancel this withdrawal' })).toBeHidden()
  await expect(page.getByRole('region', { name: 'Your balance' })).toContainText(`${points} points`)
  await expectLooksAccessible(page, 'a cancelled withdrawal')
})
