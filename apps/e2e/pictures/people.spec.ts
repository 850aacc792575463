import { mkdirSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { type APIRequestContext, expect, test } from '@playwright/test'
import { takeSurvey } from '../specs/surveys/surveys.ts'
import { decide, listWithdrawals, requestWithdrawal } from '../specs/wallet/wallet.ts'
import { givenMember, logInByCall, type Member, staffToken } from '../support/people.ts'
import { placeOf, type Who } from './places.ts'

/** The demo's own member, with the number that the simulator pays without any trouble. */
const WANJIKU = { email: 'member@demo.chuma', mpesaNumber: '0712345900', password: 'demo-chuma' }
/** A member whose pages are all empty. */
const BARAKA = { email: 'baraka@example.com', mpesaNumber: '0723456900', password: 'maji-safi-9' }
/** Surveys that the demo leaves open for this member. */
const OPEN_SURVEYS = ['Chamas and saving together', 'Weekends and free time']

test('the people who stand in the pictures', async ({ request, baseURL }) => {
  const member = { ...WANJIKU, token: await logInByCall(request, WANJIKU.email) }
  const premium = await logInByCall(request, 'premium@demo.chuma')
  await withdrawInEveryWay(request, member)
  const people: [Who, Record<string, string>][] = [
    ['nobody', {}],
    ['newcomer', { userToken: (await givenMember(request, BARAKA)).token }],
    ['member', { userToken: member.token }],
    ['premium', { userToken: premium }],
    ['staff', { adminToken: await staffToken(request) }],
  ]
  for (const [who, entries] of people) writeState(who, baseURL ?? '', entries)
})

/** Add a rejected, a paid and a pending withdrawal to the demo's. */
async function withdrawInEveryWay(request: APIRequestContext, member: Member) {
  for (const title of OPEN_SURVEYS) await takeSurvey(request, member, title)
  const { mpesaNumber } = member
  const ask = (points: number) =>
    requestWithdrawal(request, member, {
      withdrawalMethod: 'mpesa',
      mpesaNumber,
      pointsToWithdraw: points,
      amountKes: points * 1000,
    })
  const adminNotes = 'The name on the number is not the one of your account.'
  await decide(request, await ask(1), { status: 'rejected', adminNotes })
  const paid = await ask(3)
  await decide(request, paid, { status: 'approved' })
  await expect(async () => {
    const withdrawals = await listWithdrawals(request, member)
    expect(withdrawals.find(({ id }) => id === paid)?.status).toBe('paid')
  }).toPass()
  await ask(2)
}

/** Store a browser state in which this person is signed in and has answered about analytics. */
function writeState(who: Who, origin: string, entries: Record<string, string>) {
  const kept = Object.entries({ ...entries, 'analytics-consent': 'false' })
  const localStorage = kept.map(([name, value]) => ({ name, value }))
  mkdirSync(path.dirname(placeOf(who)), { recursive: true })
  writeFileSync(placeOf(who), JSON.stringify({ cookies: [], origins: [{ origin, localStorage }] }))
}
