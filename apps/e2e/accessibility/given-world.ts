import { type APIRequestContext, expect } from '@playwright/test'
import { givenStaff } from '../specs/admin/staff.ts'
import { leaveForPartner, tellAsPartner } from '../specs/partners/partner.ts'
import { COMMUTING, findSurvey, INSTANT, SHOPPING, SOLAR, takeSurvey } from '../specs/surveys/surveys.ts'
import { decide, requestWithdrawal } from '../specs/wallet/wallet.ts'
import { newPerson } from '../support/fixtures.ts'
import { bearer, givenMember, type Member } from '../support/people.ts'

export type Language = 'en' | 'sw'
export type World = Awaited<ReturnType<typeof makeWorld>>

const worlds = new Map<Language, Promise<World>>()

/** People of one language to whom much has happened already. A worker makes them once. */
export function givenWorld(request: APIRequestContext, language: Language): Promise<World> {
  const known = worlds.get(language) ?? makeWorld(request, language)
  worlds.set(language, known)
  return known
}

async function makeWorld(request: APIRequestContext, language: Language) {
  const owner = await givenStaff(request, 'owner')
  const [member, newcomer, premium] = [
    await givenReader(request, language),
    await givenReader(request, language),
    await givenReader(request, language),
  ]
  const memberId = await findId(request, member)
  const granted = await request.post(`/api/admin/users/${await findId(request, premium)}/premium`, {
    headers: bearer(owner.token),
    data: { months: 1, reason: 'A month on the house.' },
  })
  expect(granted.ok()).toBe(true)
  const { refused, begun, claimId } = await givenClicks(request, member)
  await givenWithdrawals(request, member)
  const { id: own } = await findSurvey(request, newcomer, COMMUTING)
  const { id: instant } = await findSurvey(request, newcomer, INSTANT)
  const [event] = await list(request, owner.token, '/api/admin/partner-events')
  const [review] = await list(request, owner.token, '/api/admin/credit-reviews')
  const [partner] = await list(request, owner.token, '/api/admin/partners')
  return {
    people: { member, newcomer, premium, owner, analyst: await givenStaff(request, 'analyst') },
    ids: { member: memberId, refused, begun, own, instant, claim: claimId, event, review, partner },
  }
}

/** A member whose account stores a language. */
async function givenReader(request: APIRequestContext, language: Language): Promise<Member> {
  const member = await givenMember(request, newPerson())
  const headers = bearer(member.token)
  const kept = await request.patch('/api/account/settings', { headers, data: { language } })
  expect(kept.status()).toBe(200)
  return member
}

/** One survey finished, one refused and claimed, one begun, whose partner paid less than was promised. */
async function givenClicks(request: APIRequestContext, member: Member) {
  await takeSurvey(request, member)
  const { id: refused } = await findSurvey(request, member, SOLAR)
  const click_id = await leaveForPartner(request, member, refused)
  await tellAsPartner(request, {
    click_id,
    transaction_id: click_id,
    status: 'screened_out',
    reason: 'quota_full',
  })
  const headers = bearer(member.token)
  const [click] = await list(request, member.token, '/api/clicks')
  const data = { clickId: click, note: 'I finished it at noon.' }
  const claimed = await request.post('/api/claims', { headers, data })
  expect(claimed.status()).toBe(201)
  const { id: claimId }: { id: string } = await claimed.json()
  const { id: begun } = await findSurvey(request, member, SHOPPING)
  const reviewed = await leaveForPartner(request, member, begun)
  const credit = {
    click_id: reviewed,
    transaction_id: reviewed,
    amount_usd: '0.40',
    status: 'completed',
  } as const
  await tellAsPartner(request, credit)
  return { refused, begun, claimId }
}

/** One rejected, one that is to be paid by hand, one that waits. */
async function givenWithdrawals(request: APIRequestContext, member: Member) {
  const one = { pointsToWithdraw: 1, amountKes: 1000 }
  const bank = { bankName: 'Equity Bank', accountNumber: '0110293847566', accountName: 'Baraka Kip' }
  const mpesa = { ...one, withdrawalMethod: 'mpesa', mpesaNumber: member.mpesaNumber }
  const rejected = await requestWithdrawal(request, member, mpesa)
  await decide(request, rejected, { status: 'rejected', adminNotes: 'The name on the number differs.' })
  const byHand = await requestWithdrawal(request, member, { ...one, withdrawalMethod: 'bank', ...bank })
  await decide(request, byHand, { status: 'approved' })
  await requestWithdrawal(request, member, mpesa)
}

async function findId(request: APIRequestContext, { token }: Member): Promise<string> {
  return (await (await request.get('/api/auth/user', { headers: bearer(token) })).json()).id
}

/** The ids of what a call lists. */
async function list(request: APIRequestContext, token: string, url: string): Promise<string[]> {
  const rows: { id: string }[] = await (await request.get(url, { headers: bearer(token) })).json()
  return rows.map(({ id }) => id)
}
