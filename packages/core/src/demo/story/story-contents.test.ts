import { listVersions } from '@chuma/db/queries/admin/economy'
import { listDailyFigures, listPageViews } from '@chuma/db/queries/admin/figures'
import { sql } from 'kysely'
import { afterAll, expect, test } from 'vitest'
import { logInStaff } from '../../admin/staff/own-staff-account.ts'
import { listFailedJobs } from '../../admin/system.ts'
import { createTransparencyReader } from '../../books/create-transparency-reader.ts'
import { mailMachine, stateOf as mailStateOf } from '../../inbox/mails.ts'
import { claimMachine } from '../../partners/claims.ts'
import { creditMachine } from '../../partners/postbacks.ts'
import { attemptMachine, stateOf, withdrawalMachine } from '../../payouts/transitions.ts'
import { paymentMachine } from '../../premium/payments.ts'
import { reviewMachine } from '../../surveys/reviews.ts'
import { proofMachine } from '../../tasks/proofs.ts'
import { createTestDeps } from '../../testing.ts'
import { deliveryMachine } from '../../webhooks/endpoints.ts'
import { DEMO_SECOND_STAFF } from '../seed-demo.ts'
import { createStoryDb } from './testing.ts'

const { db, close } = await createStoryDb()
afterAll(close)
const deps = createTestDeps(db)

const DAYS = 90
const states = (machine: { states: Record<string, string> }) => Object.keys(machine.states).toSorted()
const found = (names: Iterable<string>) => [...new Set(names)].toSorted()

test('every state of every state machine occurs', async () => {
  const withdrawals = await db.selectFrom('withdrawal').select(['status', 'payoutState']).execute()
  expect(found(withdrawals.map(stateOf))).toEqual(states(withdrawalMachine))
  const mails = await db
    .selectFrom('mailDelivery')
    .select(['state', sql<boolean>`settled_at is not null`.as('isSettled')])
    .execute()
  expect(found(mails.map(mailStateOf))).toEqual(states(mailMachine))
  for (const [table, machine] of [
    ['payoutAttempt', attemptMachine],
    ['partnerCredit', creditMachine],
    ['creditClaim', claimMachine],
    ['taskProof', proofMachine],
    ['surveyReview', reviewMachine],
    ['premiumPayment', paymentMachine],
    ['webhookDelivery', deliveryMachine],
  ] as const) {
    const rows = await db.selectFrom(table).select('state').distinct().execute()
    expect([table, ...found(rows.map(({ state }) => state))]).toEqual([table, ...states(machine)])
  }
})

test('members of every kind are there', async () => {
  const { rows } = await sql`
    select count(*)::int >= 60 as sixty, count(*) filter (where premium_until > now())::int >= 8 as premium,
      count(*) filter (where premium_until < now())::int >= 3 as lapsed,
      count(*) filter (where suspended_at is not null)::int as suspended,
      count(*) filter (where email_verified_at is null and erased_at is null)::int as unverified,
      count(*) filter (where deletion_due_at > now())::int as closing, count(erased_at)::int as erased,
      count(*) filter (where w.in_reversal_debt)::int as indebted, count(distinct country)::int >= 6 as countries
    from member left join wallet w using (member_id)`.execute(db)
  expect(rows).toEqual([
    {
      sixty: true,
      premium: true,
      lapsed: true,
      suspended: 2,
      unverified: 5,
      closing: 1,
      erased: 1,
      indebted: 2,
      countries: true,
    },
  ])
  const pauses = await sql<{ kind: string }>`
    select distinct case when lifted_at is not null then 'lifted' when answered_at is not null then 'answered'
      when appealed_at is not null then 'appealed' else 'paused' end as kind from payout_pause`.execute(db)
  expect(found(pauses.rows.map(({ kind }) => kind))).toEqual(['answered', 'appealed', 'lifted', 'paused'])
  const referrals = await db.selectFrom('referral').select('state').distinct().execute()
  expect(found(referrals.map(({ state }) => state))).toEqual(['joined', 'paid', 'refused'])
})

test('one job has failed and can be run again; another that failed is solved', async () => {
  expect(await listFailedJobs(deps, { after: undefined, limit: 5 })).toMatchObject([
    { queue: 'roll-up-figures', tries: 2, error: expect.stringContaining('timeout'), refusal: null },
  ])
  const retried = db.selectFrom('auditEntry').select('actor').where('action', '=', 'job.retried')
  expect(await retried.execute()).toEqual([{ actor: 'staff:admin' }])
})

test('several of staff do about twelve things a day', async () => {
  const { rows } = await sql<{ perDay: number; people: number }>`
    select count(*)::float / ${DAYS} as per_day, count(distinct actor) as people from audit_entry where actor like 'staff:%'`.execute(
    db,
  )
  expect(rows[0]?.people).toBeGreaterThanOrEqual(6)
  expect(rows[0]?.perDay).toBeGreaterThan(9)
  expect(rows[0]?.perDay).toBeLessThan(16)
  const visitor = { member: null, staff: null, apiKey: null, address: null, userAgent: null }
  const login = logInStaff(deps, visitor, DEMO_SECOND_STAFF)
  await expect(login).resolves.toMatchObject({ admin: { role: 'finance' } })
})

test('every chart has a shape, and every list of staff has rows', async () => {
  const { rows: period } = await sql<{ from: string; to: string }>`
    select business_day(now()) - 89 as from, business_day(now()) as to`.execute(db)
  const [days = { from: '', to: '' }] = period
  const figures = await listDailyFigures(db, days)
  const sum = (part: typeof figures, name: 'signUps' | 'activeMembers' | 'paidKes' | 'pageViews') =>
    part.reduce((total, day) => total + day[name], 0)
  expect(figures).toHaveLength(DAYS)
  // The last four weeks compared with the first four.
  for (const name of ['activeMembers', 'paidKes', 'pageViews'] as const) {
    expect([name, sum(figures.slice(-28), name) > 1.2 * sum(figures.slice(0, 28), name)]).toEqual([
      name,
      true,
    ])
  }
  // The campaign's ten days compared with the ten before them.
  expect(sum(figures.slice(47, 57), 'signUps')).toBeGreaterThan(2 * sum(figures.slice(37, 47), 'signUps'))
  const kinds = found(figures.flatMap(({ earned }) => Object.keys(earned)))
  expect(kinds).toEqual(
    expect.arrayContaining([
      'ad',
      'claim',
      'daily-login',
      'micro-job',
      'offer',
      'quiz',
      'referral',
      'spin',
      'survey',
      'video',
    ]),
  )
  expect((await listPageViews(db, days)).length).toBeGreaterThan(10)
  expect((await createTransparencyReader(db)()).medianSeconds).toBeGreaterThan(0)
  expect(await listVersions(db, { after: undefined, limit: 5 })).toHaveLength(3)
  const events = await db.selectFrom('partnerEventOutcome').select('outcome').distinct().execute()
  expect(events).toHaveLength(11)
  const messages = await db.selectFrom('contactMessage').select('status').distinct().execute()
  expect(found(messages.map(({ status }) => status))).toEqual(['answered', 'closed', 'new'])
  for (const table of [
    'memberNote',
    'earningsCorrection',
    'surveyAnswer',
    'profileAnswer',
    'providerStatement',
    'contactTemplate',
    'premiumGrant',
  ] as const) {
    expect([table, (await db.selectFrom(table).selectAll().limit(3).execute()).length > 1]).toEqual([
      table,
      true,
    ])
  }
})
