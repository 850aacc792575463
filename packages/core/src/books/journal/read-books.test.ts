import { getTrialBalance } from '@chuma/db/queries/books/journal'
import { createTestDb } from '@chuma/db/testing'
import { sql } from 'kysely'
import { afterAll, expect, test } from 'vitest'
import { decideApproval } from '../../admin/approvals/decide-approval.ts'
import { pendingOf } from '../../admin/approvals/testing.ts'
import { givenWithdrawal } from '../../payouts/testing.ts'
import { bookReceipt, cancelReceipt } from '../../receivables/receipts.ts'
import { closePeriod, exportJournal, getCashForecast, getExposure, getProfitAndLoss } from './read-books.ts'
import { bookOn, dayAfter, givenTwoDays, kes, setUsdRate } from './testing.ts'

const { db, close } = await createTestDb({ isDamaged: true })
afterAll(close)
const { deps, amina, brian, first, last, solar, tea, receipt } = await givenTwoDays(db)

const written = async (day: string) => {
  const { rows, bookedTo } = await getTrialBalance(db, { day })
  const lines = rows.map(
    ({ account, currency, debitMinor, creditMinor, points }) =>
      `${account} ${currency} ${debitMinor / 100} ${creditMinor / 100}${points ? `, ${points} points` : ''}`,
  )
  return { bookedTo, lines }
}

test('the trial balance of a day has what was booked until midnight in Nairobi', async () => {
  const bookedTo = dayAfter((await getTrialBalance(db, {})).day, -1)
  expect(await written(dayAfter(last, -1))).toEqual({ bookedTo, lines: [] })
  expect(await written(last)).toEqual({
    bookedTo,
    lines: [
      'float-mpesa KES 0 9',
      'partner-receivables USD 6 0',
      'members-points KES 0 6000, 6 points',
      'partner-revenue USD 0 6',
      'rewards-expense KES 6000 0',
      'payout-charges KES 9 0',
    ],
  })
  expect((await written(first)).lines).toEqual([
    'float-mpesa KES 491 0',
    'bank KES 320 0',
    'partner-receivables USD 5 0',
    'members-points KES 0 15000, 15 points',
    'partner-revenue USD 0 11',
    'rewards-expense KES 11000 0',
    'points-adjustments KES 4000 0',
    'payout-charges KES 17 0',
    'fx-difference KES 0 828',
    'fx-difference USD 6 0',
  ])
})

const profitOf = async (from: string, to: string) => {
  const { months, partners, offers } = await getProfitAndLoss(deps, { from, to })
  return {
    months: months.map(
      ({ month, account, usdMinor, kesMinor }) =>
        `${month} ${account} ${kesMinor / 100}${usdMinor ? `, USD ${usdMinor / 100}` : ''}`,
    ),
    partners: partners.map(({ partnerId, usdMinor, revenueMinor, rewardsMinor }) => [
      partnerId === solar.partnerId ? 'solar' : 'tea',
      usdMinor / 100,
      revenueMinor / 100,
      rewardsMinor / 100,
    ]),
    offers: offers.map(({ surveyId, credits, usdMinor, revenueMinor, rewardsMinor }) => [
      surveyId === solar.surveyId,
      credits,
      usdMinor / 100,
      revenueMinor / 100,
      rewardsMinor / 100,
    ]),
  }
}

test('profit and loss values dollars at the rate of their day, by month, partner and offer', async () => {
  const [one, other] = [last.slice(0, 7), first.slice(0, 7)]
  const ofLast = [
    `${one} partner-revenue 780, USD 6`,
    `${one} rewards-expense 6000`,
    `${one} payout-charges 9`,
  ]
  const ofFirst = [
    `${other} partner-revenue 700, USD 5`,
    `${other} rewards-expense 5000`,
    `${other} points-adjustments 4000`,
    `${other} payout-charges 8`,
    // KES 840 at our rate of the day, of which KES 828 came.
    `${other} fx-difference 12, USD 6`,
  ]
  const [earned, offers] = [['solar', 6, 780, 6000], [[true, 1, 6, 780, 6000]]]
  expect(await profitOf(last, last)).toEqual({ months: ofLast, partners: [earned], offers })
  const paid = ['solar', 0, 0, 0]
  expect(await profitOf(first, first)).toEqual({
    months: ofFirst,
    partners: [['tea', 5, 700, 5000], paid],
    offers: [],
  })
  expect(await profitOf(last, first)).toMatchObject({ months: [...ofLast, ...ofFirst], offers })
})

test('a payment that is cancelled at another rate leaves no exchange difference', async () => {
  const other = await bookReceipt(deps, amina, {
    partnerId: tea.partnerId,
    reference: 'SWIFT 2',
    day: first,
    amountCents: 500,
    kesCents: 690_00,
    chargeKesCents: 0,
    invoiceIds: [],
  })
  await setUsdRate(db, 150, new Date().toISOString())
  const { approvalId } = await pendingOf(cancelReceipt(deps, amina, { id: other.id, reason: 'It bounced' }))
  await decideApproval(deps, brian, { approvalId, decision: 'approve', note: '' })
  const { months } = await getProfitAndLoss(deps, { from: last, to: dayAfter(first, 62) })
  const lost = months.filter(({ account }) => account === 'fx-difference')
  expect(lost.map(({ kesMinor }) => kesMinor).reduce((sum, minor) => sum + minor, 0)).toBe(12_00)
  expect(receipt.fxDifferenceKesCents).toBe(-12_00)
})

test('exposure is what members were paid for credits that are not paid', async () => {
  await sql`insert into figure_day (day, ends_at) values (${last}, business_day_start(${first}::date))`.execute(
    db,
  )
  await sql`insert into daily_figure (name, day, value) values ('paid-kes', ${last}, 5000)`.execute(db)
  const { paidOutShare, partners } = await getExposure(deps)
  // KES 5,000 were paid, and KES 15,000 are owed.
  expect(paidOutShare).toBe(0.25)
  expect(
    partners.map(({ partnerId, owedUsdMinor, owedMinor, rewardsMinor, exposureMinor }) => [
      partnerId === solar.partnerId ? 'solar' : 'tea',
      owedUsdMinor,
      owedMinor,
      rewardsMinor,
      exposureMinor,
    ]),
  ).toEqual([
    ['tea', 500, 500 * 150, 5000_00, 1250_00],
    ['solar', 0, 0, 6000_00, 0],
  ])
})

test('the forecast pays each open withdrawal on the day on which it can leave', async () => {
  const { ref } = await givenWithdrawal(db)
  await givenWithdrawal(db)
  const until = sql`business_day_start(business_day(now()) + 2) + interval '1 minute'`
  await sql`insert into hold (member_id, subject, subject_id, reason, since, until)
    values (${ref.memberId}, 'withdrawal', ${ref.withdrawalId}, 'first-payout', now(), ${until})`.execute(db)
  const { accounts, days, expectedMinor } = await getCashForecast(deps)
  expect(accounts.map(({ account, minor }) => [account, minor / 100])).toEqual([
    ['float-mpesa', 491],
    ['float-airtel', 0],
    ['float-airtime', 0],
    ['bank', 320],
    ['cash-clearing', 0],
  ])
  const { day: today } = await getTrialBalance(db, {})
  expect(days).toEqual([
    { day: today, count: 1, payoutMinor: 2000_00, leftMinor: -1189_00 },
    { day: dayAfter(today, 2), count: 1, payoutMinor: 2000_00, leftMinor: -3189_00 },
  ])
  expect(expectedMinor).toBe(500 * 150)
})

test('the export has both currencies, and what was booked for a closed month stands on its first open day', async () => {
  const month = last.slice(0, 7)
  const { approvalId } = await pendingOf(closePeriod(deps, amina, { month, reason: 'Checked' }))
  await decideApproval(deps, brian, { approvalId, decision: 'approve', note: '' })
  const before = (await written(last)).lines
  await bookOn(db, last, 'too late', [kes('payout-charges', 5), kes('float-mpesa', -5)])
  expect((await written(last)).lines).toEqual(before)
  expect((await written(first)).lines).toContain('payout-charges KES 17.05 0')
  const rows = (await exportJournal(deps, { from: last, to: first }))
    .replace('\ufeff', '')
    .trim()
    .split('\r\n')
    .slice(1)
  const found = rows.map((row) => row.replace(/J\d+/, 'J'))
  expect(found.filter((row) => row.startsWith(last))).toEqual([
    `${last},J,5000,Rewards,6000.00,,KES,Points of the day: survey`,
    `${last},J,2000,Members' points,,6000.00,KES,Points of the day: survey`,
    `${last},J,1200,Partner receivables,6.00,,USD,Credits of the day`,
    `${last},J,4000,Partner revenue,,6.00,USD,Credits of the day`,
    `${last},J,5100,Payout charges,9.00,,KES,On a charge`,
    `${last},J,1010,M-Pesa float,,9.00,KES,On a charge`,
  ])
  expect(found.slice(-2)).toEqual([
    `${first},J,5100,Payout charges,0.05,,KES,On too late`,
    `${first},J,1010,M-Pesa float,,0.05,KES,On too late`,
  ])
})
