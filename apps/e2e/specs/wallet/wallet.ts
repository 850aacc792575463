import { type APIRequestContext, expect, type Page } from '@playwright/test'
import { bearer, givenMember, type Member, signIn, staffToken } from '../../support/people.ts'
import { takeSurvey } from '../surveys/surveys.ts'

type Withdrawal = { id: string; status: string; payoutState: string | null; receipt: string | null }
type Decision = { status: 'approved' | 'rejected' | 'paid'; adminNotes?: string }

/** A member with some points whose wallet is open. */
export async function givenOpenWallet(page: Page) {
  const member = await givenMember(page.request)
  const points = await takeSurvey(page.request, member)
  await signIn(page, member)
  await page.goto('/withdraw')
  await expect(page.getByLabel('Points to Withdraw')).toBeVisible()
  return { member, points }
}

/** Asks for two points. */
export async function requestWithdrawal(request: APIRequestContext, member: Member, target: object) {
  const data = { pointsToWithdraw: 2, amountKes: 2000, ...target }
  const response = await request.post('/api/withdrawals', { headers: bearer(member.token), data })
  expect(response.status()).toBe(201)
  const { id }: Withdrawal = await response.json()
  return id
}

export async function decide(request: APIRequestContext, id: string, data: Decision): Promise<void> {
  const headers = bearer(await staffToken(request))
  expect((await request.put(`/api/admin/withdrawals/${id}`, { headers, data })).status()).toBe(200)
}

export async function listWithdrawals(request: APIRequestContext, member: Member): Promise<Withdrawal[]> {
  return (await request.get('/api/withdrawals', { headers: bearer(member.token) })).json()
}

/** What a page is told when its tab is looked at again; it asks for news then. */
export function lookAgain(page: Page): Promise<boolean> {
  return page.evaluate(() => window.dispatchEvent(new Event('visibilitychange')))
}
