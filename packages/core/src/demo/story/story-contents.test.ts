import { REPORT_OUTCOMES } from '@chuma/contract/receivables/reports'
import type { QualitySign } from '@chuma/contract/surveys/reviews'
import { listVersions } from '@chuma/db/queries/admin/economy'
import { listDailyFigures, listPageViews } from '@chuma/db/queries/admin/figures'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { logInStaff } from '../../admin/staff/own-staff-account.ts'
import { listFailedJobs } from '../../admin/system.ts'
import { createTransparencyReader } from '../../books/create-transparency-reader.ts'
import { getClientStatement } from '../../clients/budget.ts'
import { mailMachine, stateOf as mailStateOf } from '../../inbox/mails.ts'
import { claimMachine } from '../../partners/claims.ts'
import { creditMachine } from '../../partners/postbacks.ts'
import { attemptMachine, stateOf, withdrawalMachine } from '../../payouts/transitions.ts'
import { paymentMachine } from '../../premium/payments.ts'
import { addUpReceivables } from '../../receivables/receivables.ts'
import { judgeSigns } from '../../surveys/quality.ts'
import { checkDraft } from '../../surveys/questionnaire/save-questionnaire.ts'
import { getCodeFrame } from '../../surveys/results/categories.ts'
import { getCrossTab } from '../../surveys/results/get-cross-tab.ts'
import { getSurveyResults } from '../../surveys/results/get-survey-results.ts'
import { reviewMachine } from '../../surveys/reviews.ts'
import { proofMachine } from '../../tasks/proofs.ts'
import { readRow, readRows } from '../../testing.ts'
import { deliveryMachine } from '../../webhooks/endpoints.ts'
import { DEMO_CLIENT } from '../clients.ts'
import { CATEGORIES, DEMO_SECOND_STAFF, QUESTION, SURVEY } from '../seed-demo.ts'
import { OPEN_QUESTION, STUDY_TITLE } from './study.ts'
import { openStoryDb } from './testing.ts'

const { db, deps } = await openStoryDb()

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

const { surveyId: id } = await readRow(db, 'survey', ['surveyId'], { title: STUDY_TITLE })

const read = (quality: 'accepted' | 'all') => getSurveyResults(deps, { isRaw: true }, { id, quality })

test('800 completed the study: some are held, some rejected, others were screened out', async () => {
  const { attempts, base, days, medianSeconds } = await read('accepted')
  expect(attempts).toMatchObject({ completed: 800, accepted: 780, waiting: 5, rejected: 15, screenedOut: 93 })
  expect(base).toBe(780)
  expect(attempts.started).toBe(939)
  expect(medianSeconds).toBeGreaterThan(90)
  expect(medianSeconds).toBeLessThan(400)
  // Most come at the start and after the reminder.
  expect(days.length).toBeGreaterThan(30)
  const most = Math.max(...days.map(({ completed }) => completed))
  expect(most).toBeGreaterThan(3 * (days.at(-1)?.completed ?? 0))
})

test('its questionnaire passes the check, and every question has answers of every option', async () => {
  expect(await checkDraft(deps, { id })).toMatchObject({ isPublishable: true })
  const { questions } = await read('all')
  expect(new Set(questions.map(({ type }) => type)).size).toBe(9)
  for (const { question, part, type, rows, base } of questions) {
    expect([question, (base ?? 0) > (part === 'other' ? 10 : 100)]).toEqual([question, true])
    if (type === 'text' || type === 'number') continue
    // Only screened-out people are under 18 or use no mobile money.
    const missing = rows.filter(({ count }) => !count).map(({ answer }) => answer)
    expect([question, missing.filter((answer) => !['under18', 'no'].includes(answer ?? ''))]).toEqual([
      question,
      [],
    ])
  }
})

test.each([
  ['women save in chamas', { rows: 10, columns: 3 }, 'In a chama', 'Female'],
  ['people of 18 to 24 save on their phone', { rows: 10, columns: 1 }, 'On my phone', '18 to 24'],
  ['Nairobi pays in shops', { rows: 5, columns: 4 }, 'Paying in shops', 'Nairobi'],
])('a comparison finds that %s', async (_, asked, row, column) => {
  const table = await getCrossTab(deps, { isRaw: true }, { id, quality: 'accepted', ...asked })
  const at = table.columns.findIndex(({ label }) => label === column)
  expect(table.rows.find(({ label }) => label === row)?.cells[at]?.letters).not.toBe('')
})

test('the open answers are partly sorted, into every category', async () => {
  const { categories, answered, uncoded } = await getCodeFrame(deps, { id, questionId: OPEN_QUESTION })
  expect(categories.length).toBe(6)
  expect(categories.every(({ answers }) => answers >= 10)).toBe(true)
  expect(uncoded).toBeGreaterThan(answered / 5)
  expect(uncoded).toBeLessThan((answered * 3) / 5)
})

test('answers whose reward is or was held have doubts enough for that', async () => {
  const reviews = await readRows(db, 'surveyReview', ['signs', 'takenSeconds', 'minimumSeconds'], {
    surveyId: id,
  })
  expect(reviews).toHaveLength(26)
  for (const { signs, takenSeconds, minimumSeconds } of reviews) {
    expect(judgeSigns(signs as unknown as QualitySign[])).toBe('hold')
    expect(takenSeconds).toBeLessThan(minimumSeconds)
  }
})

test('each accepted answer and each screen-out is paid once, and nothing else', async () => {
  const { rows } = await sql`
    select t.status, coalesce(r.state, '-') as review, count(*)::int as people, count(p.seq)::int as paid,
      coalesce(sum(p.available_delta), 0)::int as points
    from survey_attempt t
    left join survey_review r using (member_id, survey_id)
    left join posting p on p.member_id = t.member_id and p.subject_id = t.survey_id
    where t.survey_id = ${id} and t.status in ('completed', 'screened_out') group by 1, 2 order by 1, 2
  `.execute(db)
  expect(rows).toEqual([
    { status: 'completed', review: '-', people: 774, paid: 774, points: 1548 },
    { status: 'completed', review: 'held', people: 5, paid: 0, points: 0 },
    { status: 'completed', review: 'paid', people: 6, paid: 6, points: 12 },
    { status: 'completed', review: 'rejected', people: 15, paid: 0, points: 0 },
    { status: 'screened_out', review: '-', people: 93, paid: 93, points: 93 },
  ])
})

test('the demo has a paid invoice, an overdue one, and one difference of each kind', async () => {
  const invoices = await db.selectFrom('partnerInvoice').select('state').orderBy('month').execute()
  expect(invoices.map(({ state }) => state)).toEqual(['paid', 'issued'])
  const rows = await db.selectFrom('partnerReportRow').select('outcome').execute()
  const found = new Set(rows.map(({ outcome }) => outcome))
  expect(REPORT_OUTCOMES.filter((outcome) => outcome !== 'reversed-here' && !found.has(outcome))).toEqual([])
})

test('the demo’s journal has what its partners owe for every day that is over, to the cent', async () => {
  await addUpReceivables(deps)
  const { rows } = await sql<{ journal: number; receivables: number }>`
    select coalesce(j.minor, 0)::bigint as journal, d.cents::bigint as receivables
    from (
      select partner_id, sum(accrued_cents - reversed_cents) as cents from partner_account_day
      where day < business_day(now()) group by 1
    ) d
    left join (
      select partner_id, sum(credit_minor - debit_minor) as minor from journal_day
      where account = 'partner-revenue' and currency = 'USD' group by 1
    ) j on j.partner_id = d.partner_id
  `.execute(db)
  expect(rows.length).toBeGreaterThan(0)
  expect(rows.map(({ journal }) => journal)).toEqual(rows.map(({ receivables }) => receivables))
})

test('the demo has a client whose budget is used in part, with quotes, a comment and its answer', async () => {
  const { organisationId: clientId } = await readRow(db, 'clientUser', ['organisationId'], {
    email: DEMO_CLIENT.email,
  })
  const { priceCents } = await db.selectFrom('clientOrder').select('priceCents').executeTakeFirstOrThrow()
  const earlier = (await readRows(db, 'clientPlace', ['memberId'], { isEarlier: true, isCharged: true }))
    .length
  expect(earlier).toBeGreaterThan(0)
  expect(await getClientStatement(deps, { clientId })).toMatchObject({
    receivedCents: (earlier + 20) * priceCents,
    consumedCents: (earlier + 16) * priceCents,
    reservedCents: 0,
  })
  const quotes = await db.selectFrom('clientQuote').select('acceptedBy').orderBy('createdAt').execute()
  expect(quotes.map(({ acceptedBy }) => acceptedBy !== null)).toEqual([true, false])
  expect(await db.selectFrom('clientComment').select('text').execute()).toHaveLength(2)
})

test('the demo has open answers in every category, and some in none', async () => {
  const { surveyId } = await readRow(db, 'survey', ['surveyId'], { title: SURVEY })
  const { categories, uncoded } = await getCodeFrame(deps, { id: surveyId, questionId: QUESTION })
  expect(categories.filter(({ answers }) => answers > 0).map(({ name }) => name)).toEqual(
    CATEGORIES.map(({ name }) => name),
  )
  expect(uncoded).toBeGreaterThan(0)
})
