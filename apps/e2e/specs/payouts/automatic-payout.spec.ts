import { type APIRequestContext, expect, type Page } from '@playwright/test'
import { expectLooksAccessible } from '../../support/expect-accessible.ts'
import { newPerson, test } from '../../support/fixtures.ts'
import { newestMail } from '../../support/mailbox.ts'
import { bearer, givenMember, type Member, openAsStaff, signIn, staffToken } from '../../support/people.ts'
import { givenStaff, openStaff } from '../admin/staff.ts'
import { takeSurvey } from '../surveys/surveys.ts'
import { listWithdrawals, requestWithdrawal } from '../wallet/wallet.ts'

/** The ending of numbers whose payment the simulator takes half a minute to confirm. */
const SLOW = '901'

/** An owner changes the rule, and another one approves that: it lets the machine do more. */
async function setRule(request: APIRequestContext, changes: object): Promise<void> {
  const asker = await givenStaff(request, 'owner')
  const headers = bearer(await staffToken(request))
  const { version } = await (await request.get('/api/admin/economy', { headers })).json()
  const data = { version, changes, reason: 'Pay honest members at once' }
  const asked = await request.put('/api/admin/economy', { headers: bearer(asker.token), data })
  if (asked.status() === 200) return
  expect(asked.status()).toBe(202)
  const { approvalId } = await asked.json()
  const approved = await request.put(`/api/admin/approvals/${approvalId}`, {
    headers,
    data: { decision: 'approve', note: '' },
  })
  expect(approved.status()).toBe(200)
}

/** A member with five points who has proven their number with a text. `ending`: how the simulator treats it. */
async function givenProven(request: APIRequestContext, ending?: string): Promise<Member> {
  const person = newPerson()
  const mpesaNumber = ending ? person.mpesaNumber.slice(0, -3) + ending : person.mpesaNumber
  const member = await givenMember(request, { ...person, mpesaNumber })
  await takeSurvey(request, member)
  const headers = bearer(member.token)
  expect((await request.post('/api/destinations/codes', { headers, data: { mpesaNumber } })).ok()).toBe(true)
  const { text } = await newestMail(request, mpesaNumber.replace(/^0/, '254'))
  const [code = ''] = /^\d{6}/.exec(text) ?? []
  const data = { mpesaNumber, code }
  expect((await request.post('/api/destinations/codes/confirm', { headers, data })).ok()).toBe(true)
  return member
}

const ask = (request: APIRequestContext, member: Member) =>
  requestWithdrawal(request, member, { withdrawalMethod: 'mpesa', mpesaNumber: member.mpesaNumber })

const statusOf = async (request: APIRequestContext, member: Member) =>
  (await listWithdrawals(request, member))[0]?.status

async function stop(page: Page) {
  await page.getByRole('button', { name: 'Stop automatic payouts' }).click()
  const dialog = page.getByRole('dialog', { name: 'Stop automatic payouts' })
  await dialog.getByRole('button', { name: 'Stop automatic payouts' }).click()
  await expect(dialog.getByLabel('Reason')).toHaveAccessibleDescription(/Enter a reason/)
  await dialog.getByLabel('Reason').fill('Looks odd')
  await dialog.getByRole('button', { name: 'Stop automatic payouts' }).click()
  await expect(page.getByRole('alert').filter({ hasText: 'Reason: Looks odd' })).toBeVisible()
}

async function release(page: Page) {
  await page.getByRole('button', { name: 'Ask for the release' }).click()
  const dialog = page.getByRole('dialog', { name: 'Resume automatic payouts' })
  await dialog.getByLabel('What was fixed').fill('It was a holiday')
  await dialog.getByRole('button', { name: 'Ask for the release' }).click()
  await expect(page.getByRole('alert').filter({ hasText: 'Sent to a second person' })).toBeVisible()
}

// Backed by packages/core/src/payouts/automatic/decide-automatically.test.ts
// Backed by packages/core/src/payouts/automatic/automatic-races.test.ts
test('money arrives without a person by the expected minute, staff stop that, and two people release it', {
  tag: '@long',
}, async ({ page }) => {
  const { request } = page
  await setRule(request, {
    automaticPayout: 'on',
    automaticBelowRisk: 1000,
    automaticFirstPayouts: true,
    automaticSamplePercent: 0,
    automaticTripFailedPercent: 0,
  })
  const others = await Promise.all(Array.from({ length: 5 }, () => givenProven(request)))
  for (const member of others) await ask(request, member)
  for (const member of others) await expect.poll(() => statusOf(request, member)).toBe('paid')

  const slow = await givenProven(request, SLOW)
  await signIn(page, slow)
  await page.goto('/withdraw')
  await ask(request, slow)
  await expect(page.getByText(/^Expected by .*\d\d:\d\d, as lately for nine of ten/)).toBeVisible()
  await expectLooksAccessible(page, 'a withdrawal that is expected')

  await openStaff(page, 'finance')
  await page.goto('/admin/automatic-payout')
  await expect(page.getByRole('region', { name: 'Today' })).toContainText(/Paid automatically/)
  await expectLooksAccessible(page, 'admin-automatic-payout')
  await stop(page)
  const waiting = await givenProven(request)
  await ask(request, waiting)
  await page.goto('/admin')
  await page.getByRole('link', { name: /Automatic payouts are stopped/ }).click()
  await expect(page.getByRole('list', { name: 'Why a person decides' })).toContainText(
    'Automatic payouts are stopped: ',
  )
  await release(page)
  expect(await statusOf(request, waiting)).toBe('pending')

  await openAsStaff(page, { token: await staffToken(request) })
  await page.goto('/admin/approvals')
  await page
    .getByRole('listitem', { name: 'Resume automatic payouts' })
    .getByRole('button', { name: 'Approve' })
    .click()
  await page
    .getByRole('dialog', { name: 'Approve this change' })
    .getByRole('button', { name: 'Approve' })
    .click()
  await expect(page.getByText('Change approved and done')).toBeVisible()
  await expect.poll(() => statusOf(request, waiting), { timeout: 90_000 }).toBe('paid')
  await setRule(request, { automaticPayout: 'shadow' })
})
