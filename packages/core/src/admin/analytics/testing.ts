import { randomUUID } from 'node:crypto'
import type { DailyFigures, OfferFunnel } from '@chuma/contract/admin/analytics'
import type { FigurePeriod } from '@chuma/contract/business-day'
import type { Db } from '@chuma/db/client'
import { sql } from 'kysely'
import type { Caller, SignedInMember } from '../../caller.ts'
import { plainPostbacks } from '../../partners/plain-postbacks.testing.ts'
import { givenClick } from '../../partners/testing.ts'
import { decideWithdrawal } from '../../payouts/approvals/decide-withdrawal.ts'
import { createPayoutDeps, finance } from '../../payouts/testing.ts'
import { requestWithdrawal } from '../../payouts/withdrawals.ts'
import { completeSurvey } from '../../surveys/complete-survey.ts'
import { startSurvey } from '../../surveys/surveys.ts'
import { givenSurvey, goodAnswers } from '../../surveys/testing.ts'
import { givenTask } from '../../tasks/testing.ts'
import { openLink } from '../../tasks/views.ts'
import { givenMember, readRows } from '../../testing.ts'

const DAY_MS = 24 * 3600 * 1000
const NAIROBI_MS = 3 * 3600 * 1000

const nairobiDay = (moment: Date) => new Date(moment.getTime() + NAIROBI_MS).toISOString().slice(0, 10)
export const dayBefore = (days: number) => nairobiDay(new Date(Date.now() - days * DAY_MS))

/** Members who did something for each figure, all today. */
export async function givenBusyDay(db: Db) {
  const deps = createPayoutDeps(db, null, { postbacks: plainPostbacks() })
  const ownSurvey = await givenSurvey(db)
  for (let i = 0; i < 4; i++) {
    const member = await givenMember(db, { points: 10 })
    await startSurvey(deps, member, { surveyId: ownSurvey })
    if (i > 0) await completeSurvey(deps, member, { surveyId: ownSurvey, answers: goodAnswers })
    const link = await givenTask(db, 'affiliate', { points: 3 })
    await openLink(deps, callerOf(member), { id: link })
  }
  const credited = await givenClick(deps)
  const creditId = randomUUID()
  await credited.tell({ kind: 'credit', transactionId: creditId })
  const reversed = await givenClick(deps)
  const transactionId = randomUUID()
  await reversed.tell({ kind: 'credit', transactionId })
  await reversed.tell({ kind: 'reverse', transactionId })
  await givenClick(deps)
  await givenPaid(db)
  /** The partner reverses today what it credited on the busy day. */
  const reverseLate = () => credited.tell({ kind: 'reverse', transactionId: creditId })
  return { deps, ownSurvey, partnersSurvey: credited.surveyId, reverseLate }
}

const callerOf = (member: SignedInMember): Caller => ({
  member,
  staff: null,
  apiKey: null,
  address: null,
  userAgent: null,
})

let numbers = 0

/** KES 2,000, paid by hand. */
export async function givenPaid(db: Db) {
  const deps = createPayoutDeps(db, null)
  const member = await givenMember(db, { points: 10 })
  const { id } = await requestWithdrawal(deps, member, {
    withdrawalMethod: 'mpesa',
    pointsToWithdraw: 2,
    mpesaNumber: `2547${String(10_000_000 + numbers++)}`,
    idempotencyKey: undefined,
  })
  await decideWithdrawal(deps, finance, { id, status: 'approved', adminNotes: '' })
  await decideWithdrawal(deps, finance, { id, status: 'paid', adminNotes: `PAID${randomUUID().slice(0, 6)}` })
}

/** The columns with the time of an event. */
const MOMENTS = [
  ['member', 'created_at'],
  ['posting', 'created_at'],
  ['click', 'clicked_at'],
  ['survey_attempt', 'started_at'],
  ['survey_attempt', 'completed_at'],
] as const
const TABLES = new Set(MOMENTS.map(([table]) => table))

/**
 * Move today's events to the days before, at every hour and on both sides of midnight. As superuser, with the protecting
 * triggers off.
 */
export async function spreadOut(db: Db, days: number): Promise<void> {
  await db.transaction().execute(async (trx) => {
    // Before the grant: a vacuum that holds the table waits for the row that a grant changes.
    for (const table of TABLES) await sql`alter table ${sql.table(table)} disable trigger user`.execute(trx)
    await sql`grant update on posting to current_user`.execute(trx)
    for (const [table, column] of MOMENTS) {
      const [name, at] = [sql.table(table), sql.ref(column)]
      await sql`
        with spread as (
          select ctid as place, row_number() over (order by ${at}, ctid) as n from ${name}
          where business_day(${at}) = business_day(now())
        )
        update ${name} set ${at} = business_day_start(business_day(now()) - (n % ${days}::int)::int)
          + case n % 4
            when 0 then interval '0' when 1 then interval '23 hours 59 minutes 59.999999 seconds'
            when 2 then interval '21 hours' else interval '2 hours 59 minutes'
          end
        from spread where ${name}.ctid = spread.place and n % ${days}::int <> 0
      `.execute(trx)
    }
    for (const table of TABLES) await sql`alter table ${sql.table(table)} enable trigger user`.execute(trx)
    await sql`revoke update on posting from current_user`.execute(trx)
  })
}

const dayList = ({ from, to }: FigurePeriod) =>
  Array.from({ length: (Date.parse(to) - Date.parse(from)) / DAY_MS + 1 }, (_, i) =>
    new Date(Date.parse(from) + i * DAY_MS).toISOString().slice(0, 10),
  )

/** Every figure, added up here from all rows instead of by the database. */
export async function figuresByHand(db: Db, period: FigurePeriod): Promise<DailyFigures[]> {
  const members = await db.selectFrom('member').select('createdAt').execute()
  const postings = await readRows(db, 'posting', [
    'memberId',
    'kind',
    'houseAccount',
    'availableDelta',
    'heldDelta',
    'subjectId',
    'createdAt',
  ])
  const paid = await readRows(db, 'withdrawal', ['withdrawalId', 'payoutKes'], { status: 'paid' })
  const views = await db.selectFrom('pageView').select(['day', 'views']).execute()
  const kesOf = new Map(paid.map(({ withdrawalId, payoutKes }) => [withdrawalId, payoutKes]))
  return dayList(period).map((day) => {
    const ofDay = postings.filter(({ createdAt }) => nairobiDay(createdAt) === day)
    const earned: Record<string, number> = {}
    for (const { kind, houseAccount, availableDelta } of ofDay) {
      if (houseAccount !== 'rewards' && houseAccount !== 'reversals') continue
      earned[kind] = (earned[kind] ?? 0) + availableDelta
    }
    const payouts = ofDay.filter(({ kind }) => kind === 'payout')
    const owedPoints = postings
      .filter(({ createdAt }) => nairobiDay(createdAt) <= day)
      .reduce((sum, { availableDelta, heldDelta }) => sum + availableDelta + heldDelta, 0)
    return {
      day,
      signUps: members.filter(({ createdAt }) => nairobiDay(createdAt) === day).length,
      activeMembers: new Set(
        ofDay
          .filter(({ kind, houseAccount }) => houseAccount === 'rewards' || kind === 'hold')
          .map(({ memberId }) => memberId),
      ).size,
      earned,
      paidCount: payouts.length,
      paidKes: payouts.reduce((sum, { subjectId }) => sum + (kesOf.get(subjectId ?? '') ?? Number.NaN), 0),
      pageViews: views.filter((row) => row.day === day).reduce((sum, row) => sum + row.views, 0),
      owedPoints,
      owedKes: owedPoints * 1000,
    }
  })
}

/** The same for one survey. */
export async function funnelByHand(
  db: Db,
  surveyId: string,
  { from, to }: FigurePeriod,
): Promise<OfferFunnel> {
  const isWithin = (moment: Date | null) =>
    moment !== null && nairobiDay(moment) >= from && nairobiDay(moment) <= to
  const clicks = await db.selectFrom('click').select(['clickId', 'surveyId', 'clickedAt']).execute()
  const attempts = await readRows(db, 'surveyAttempt', ['startedAt', 'completedAt'], { surveyId })
  const credits = await db.selectFrom('partnerCredit').select(['creditId', 'clickId']).execute()
  const postings = await db
    .selectFrom('posting')
    .select(['kind', 'subjectId', 'createdAt'])
    .where('kind', 'in', ['survey', 'claim'])
    .execute()
  const surveyOf = new Map(clicks.map((click) => [click.clickId, click.surveyId]))
  const clickOf = new Map(credits.map(({ creditId, clickId }) => [creditId, clickId]))
  const isAbout = (subject: string | null) =>
    subject === surveyId || surveyOf.get(clickOf.get(subject ?? '') ?? subject ?? '') === surveyId
  return {
    clicks: clicks.filter((click) => click.surveyId === surveyId && isWithin(click.clickedAt)).length,
    started: attempts.filter(({ startedAt }) => isWithin(startedAt)).length,
    completed: attempts.filter(({ completedAt }) => isWithin(completedAt)).length,
    credited: postings.filter(({ subjectId, createdAt }) => isAbout(subjectId) && isWithin(createdAt)).length,
  }
}
