import { type APIRequestContext, expect, type Page } from '@playwright/test'
import { expectLooksAccessible } from '../../support/expect-accessible.ts'
import { test } from '../../support/fixtures.ts'
import { bearer, type Member, openAsStaff, signIn, staffToken } from '../../support/people.ts'
import { answerSome, succeed } from '../../support/procedures.ts'
import { expectToast } from '../../support/toast.ts'
import { approveAsSecond } from '../admin/approve-as-second.ts'
import { givenStaff } from '../admin/staff.ts'
import { decide, listWithdrawals, requestWithdrawal } from '../wallet/wallet.ts'
import { givenRequested } from './payouts.ts'

/** A rule that pays nearly everything. */
const GENEROUS = {
  automaticPayout: 'off',
  automaticMaxKes: 250_000,
  automaticMemberDayKes: 500_000,
  automaticDayKes: 5_000_000,
  automaticBelowRisk: 1000,
  automaticFirstPayouts: true,
  automaticSamplePercent: 0,
  automaticTripMintedPercent: 0,
  automaticTripTimes: 0,
  automaticTripFailedPercent: 0,
}

/** As one owner asks and another approves. */
async function change(request: APIRequestContext, changes: object) {
  const asker = await givenStaff(request, 'owner')
  const headers = bearer(asker.token)
  const { version } = await (await request.get('/api/admin/economy', { headers })).json()
  const data = { version, changes, reason: 'For a test' }
  const asked = await request.put('/api/admin/economy', { headers, data })
  expect([200, 202]).toContain(asked.status())
  if (asked.status() === 200) return
  const { approvalId } = await asked.json()
  const approved = await request.put(`/api/admin/approvals/${approvalId}`, {
    headers: bearer(await staffToken(request)),
    data: { decision: 'approve', note: '' },
  })
  expect(approved.status()).toBe(200)
}

/** A member whose number a payment of the provider has proved, with three points left. */
async function givenPaidBefore(request: APIRequestContext): Promise<Member> {
  const { member, id } = await givenRequested(request)
  await decide(request, id, { status: 'approved' })
  await expectNewest(request, member, 'paid')
  return member
}

const expectNewest = (request: APIRequestContext, member: Member, status: string) =>
  expect
    .poll(async () => (await listWithdrawals(request, member))[0]?.status, { timeout: 60_000 })
    .toBe(status)

const ask = (request: APIRequestContext, member: Member) =>
  requestWithdrawal(request, member, { withdrawalMethod: 'mpesa', mpesaNumber: member.mpesaNumber })

/** An owner chooses the mode. A second one has to agree to payments without a person. */
async function choose(page: Page, mode: 'On trial' | 'On') {
  const owner = await givenStaff(page.request, 'owner')
  await openAsStaff(page, owner)
  await page.goto('/admin/economy')
  // Hidden while it is as the preset has it.
  await page.getByLabel('Search settings').fill('without a person')
  await page.getByLabel('Pay withdrawals without a person').selectOption(mode)
  await page.getByRole('button', { name: 'Review changes' }).click()
  const dialog = page.getByRole('dialog', { name: 'Save these changes?' })
  await dialog.getByLabel('Reason').fill(`Now: ${mode}`)
  await dialog.getByRole('button', { name: 'Save' }).click()
  if (mode === 'On trial') return expectToast(page, 'Saved', 'The new numbers apply from now on.')
  await expect(page.getByText('Sent to a second person').first()).toBeVisible()
  await approveAsSecond(page, 'Change rates and limits')
}

async function openAutomatic(page: Page, mode: string) {
  await page.goto('/admin/automatic-payout')
  await expect(page.getByRole('heading', { name: mode, exact: true })).toBeVisible()
}

// Backed by packages/core/src/payouts/automatic/decide-automatically.test.ts
test('the rule is tried, then pays without a person, until anyone on the staff stops it', async ({
  page,
}) => {
  const { request } = page
  await change(request, GENEROUS)
  const members = [
    await givenPaidBefore(request),
    await givenPaidBefore(request),
    await givenPaidBefore(request),
  ]
  const [tried, paid, stopped] = members
  if (!tried || !paid || !stopped) throw new Error('three members')

  await choose(page, 'On trial')
  await ask(request, tried)
  await openAutomatic(page, 'On trial')
  const today = page.getByRole('region', { name: 'Today' })
  const figure = (name: string) =>
    today.locator('dl > div').filter({ has: page.getByText(name, { exact: true }) })
  await expect(async () => {
    await page.reload()
    await expect(figure('Would have been paid')).toContainText('1', { timeout: 2_000 })
  }).toPass()
  expect(await listWithdrawals(request, tried)).toMatchObject([{ status: 'pending' }, { status: 'paid' }])

  await choose(page, 'On')
  await ask(request, paid)
  await expectNewest(request, paid, 'paid')
  // What waited is looked at again.
  await expectNewest(request, tried, 'paid')
  await openAutomatic(page, 'On')
  await expect(figure('Paid automatically')).toContainText('2')
  await expectLooksAccessible(page, 'automatic payout')

  await page.getByRole('button', { name: 'Stop auto-approval' }).click()
  const dialog = page.getByRole('dialog', { name: 'Stop auto-approval' })
  await dialog.getByRole('textbox').fill('Something looks odd.')
  await dialog.getByRole('button', { name: 'Stop auto-approval' }).click()
  await expect(page.getByText('Auto-approval stopped', { exact: true })).toBeVisible()
  await expect(page.getByRole('alert').filter({ hasText: 'Something looks odd.' })).toBeVisible()
  // From now on a person approves, and nobody was faster.
  await decide(request, await ask(request, stopped), { status: 'approved' })
  await expectNewest(request, stopped, 'paid')
  await page.reload()
  await expect(figure('Paid automatically')).toContainText('2')
  await change(request, { automaticPayout: 'shadow' })
})

// Backed by packages/core/src/payouts/automatic/decide-automatically.test.ts
test('a member sees by when they can expect their payment', async ({ page }) => {
  const { member, id } = await givenRequested(page.request)
  // A payment takes seconds here, and its time is told from the fifth on.
  const expectedBy = new Date(Date.now() + 20 * 60_000).toISOString()
  await answerSome(page, {
    'wallet.listExpectedPayouts': succeed([{ withdrawalId: id, by: 'machine', reason: null, expectedBy }]),
  })
  await signIn(page, member)
  await page.goto('/withdraw')
  await expect(page.getByText(/^Expected by .*, as lately for nine of ten such payouts\.$/)).toBeVisible()

  await answerSome(page, {
    'wallet.listExpectedPayouts': succeed([
      { withdrawalId: id, by: 'person', reason: 'drawn', expectedBy: null },
    ]),
  })
  await page.reload()
  await expect(
    page.getByText(/^Most requests are paid without a person\..*this is one of them\.$/),
  ).toBeVisible()
})
