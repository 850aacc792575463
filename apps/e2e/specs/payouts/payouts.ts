import { type APIRequestContext, expect, type Page } from '@playwright/test'
import { newPerson } from '../../support/fixtures.ts'
import { bearer, givenMember, type Member, staffToken } from '../../support/people.ts'
import { takeSurvey } from '../surveys/surveys.ts'
import { requestWithdrawal } from '../wallet/wallet.ts'

export const BANK = {
  withdrawalMethod: 'bank',
  bankName: 'Equity Bank',
  accountNumber: '0110293847566',
  accountName: 'Baraka Kip',
}

/** Nobody else's: what two members name is on hold. */
export const newAccount = () => `01${Date.now()}`.slice(0, 12) + Math.floor(Math.random() * 90 + 10)

/** A member who has asked for two of five points, by default to be sent by M-Pesa, or else to `BANK` with an account of their own. */
export async function givenRequested(request: APIRequestContext, target?: object) {
  const member = await givenMember(request, newPerson())
  await takeSurvey(request, member)
  const { mpesaNumber } = member
  const accountNumber = newAccount()
  const bank = target === BANK ? { ...BANK, accountNumber } : target
  const wish = bank ?? { withdrawalMethod: 'mpesa', mpesaNumber }
  const id = await requestWithdrawal(request, member, wish)
  return { member, id, accountNumber }
}

export async function pausePayouts(request: APIRequestContext, { token }: Member, reason: string) {
  const { id } = await (await request.get('/api/auth/user', { headers: bearer(token) })).json()
  const headers = bearer(await staffToken(request))
  const answer = await request.post(`/api/admin/users/${id}/pause-payouts`, { headers, data: { reason } })
  expect(answer.status()).toBe(200)
}

/** The row of this member's withdrawal on a page of the staff. */
export const rowOf = (page: Page, { email }: Pick<Member, 'email'>) =>
  page.getByRole('listitem').filter({ hasText: email }).filter({ hasText: 'KES' })

/** What a page is told is changed before it hears it: what takes days, or other settings, to come about. */
export async function pretend(page: Page, procedure: string, change: (text: string) => string) {
  await page.route(`**/trpc/*${procedure}*`, async (route) => {
    const answer = await route.fetch()
    await route.fulfill({ response: answer, body: change(await answer.text()) })
  })
}

/** For a page of the staff on which payouts are stopped. */
export async function letPaymentsGoOn(page: Page) {
  await page.getByRole('button', { name: 'Resume payouts' }).click()
  const dialog = page.getByRole('dialog', { name: 'Resume payouts' })
  await dialog.getByLabel('What was fixed').fill('The account is filled up.')
  await dialog.getByRole('button', { name: 'Resume payouts' }).click()
  await expect(page.getByText('Payouts resumed', { exact: true })).toBeVisible()
}
