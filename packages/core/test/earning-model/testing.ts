import { economy } from '@chuma/contract/admin/economy/economy'
import { defaultEconomy, demoLimits } from '@chuma/contract/admin/economy/economy-defaults'
import type { Db } from '@chuma/db/client'
import { listLedgerFindings } from '@chuma/db/queries/books/verify-ledger'
import { sql } from 'kysely'
import type { StaffActor } from '../../src/caller.ts'
import { openRequest } from '../../src/partners/events.ts'
import type { PostbackEvent } from '../../src/partners/postbacks.ts'
import { givenPartner } from '../../src/partners/testing.ts'
import { givenSurvey } from '../../src/surveys/testing.ts'
import { givenPremiumMember, givenQuestions, givenTask } from '../../src/tasks/testing.ts'
import { createTestDeps, testSecrets } from '../../src/testing.ts'
import * as catalogue from './catalogue.ts'
import type { Statement } from './model.ts'

type PartnerName = catalogue.PartnerName

export const staff: StaffActor = { name: 'staff:amina', address: null }
/** Pays, and gives no points: nobody approves a payout of what they gave (`require-other-maker.ts`). */
export const payer: StaffActor = { name: 'staff:baraka', address: null }

/** How far the business's time zone can be moved from the first noon, within what PostgreSQL supports. */
export const MAX_HOURS = 290
const EARLIEST_HOURS = -144

/** A database with everything that can be earned, for one walk: its clock and jobs belong to one member. */
export async function givenLand(db: Db) {
  const terms = economy.parse({ ...defaultEconomy, ...demoLimits, ...catalogue.terms })
  const deps = createTestDeps(db, { economy: async () => terms })
  const partners = await mapValues(catalogue.partners, (scheme) => givenPartner(db, scheme))
  const surveys = await mapValues(catalogue.surveys, ({ points, ...survey }) => {
    const partner = 'partner' in survey ? { partnerId: partners[survey.partner].partnerId } : {}
    return givenSurvey(db, { kind: survey.kind, rewardUsd: points, ...partner })
  })
  const links = await mapValues(catalogue.links, ({ points, partner }) =>
    givenTask(db, 'affiliate', { points, partnerId: partners[partner].partnerId }),
  )
  const views = await mapValues(catalogue.views, ({ kind, points }) =>
    givenTask(db, kind, { points, ...(kind === 'ad' ? { minTimeSeconds: catalogue.AD_SECONDS } : {}) }),
  )
  const proven = await mapValues(catalogue.proven, ({ kind, points }) => givenTask(db, kind, { points }))
  await givenQuestions(db, catalogue.terms.quizQuestionsPerDay + 2)
  return { db, deps, partners, surveys, tasks: { ...links, ...views, ...proven }, numbers: { last: 0 } }
}
type Land = Awaited<ReturnType<typeof givenLand>>

/** A member who has done nothing yet, and the names by which they and partners know things. */
export async function enter(land: Land) {
  const { db, partners, numbers } = land
  const member = await givenPremiumMember(db, { points: catalogue.POINTS_AT_FIRST })
  const { memberId } = member
  const noon = await setClock(db, 0)
  const clicks: { clickId: string; reference: string; partner: PartnerName }[] = []
  const nextNumber = () => {
    numbers.last += 1
    return numbers.last
  }
  const eventOf = ({ kind, transaction, goal, usd, click }: Statement): PostbackEvent => {
    const id = `${memberId}:${transaction}`
    const isReversal = kind === 'reverse'
    return {
      kind,
      ...(isReversal ? { transactionId: `back:${id}`, originalTransactionId: id } : { transactionId: id }),
      userRef: (click === null ? undefined : clicks[click]?.reference) ?? 'nobody',
      amountUsdMicros: usd * 1_000_000,
      ...(goal && { goal }),
    }
  }
  return {
    ...land,
    member,
    clock: { noon, hours: 0 },
    firstDay: noon.day,
    mpesaNumber: `2547${String(nextNumber()).padStart(8, '0')}`,
    nextNumber,
    eventOf,
    clicks,
    events: [] as string[],
    proofs: [] as string[],
    claims: [] as string[],
    withdrawals: [] as string[],
    quizQuestions: [] as string[],
    noteReference: async (url: string) => {
      clicks.push(await findClick(land, url))
    },
    findEvent: (partner: PartnerName, mark: string) => findEvent(db, partners[partner].partnerId, mark),
    storeForgotten: (statement: Statement) =>
      storeForgotten(db, partners[statement.partner].partnerId, eventOf(statement)),
  }
}
export type World = Awaited<ReturnType<typeof enter>>

async function findClick({ db, partners }: Land, url: string) {
  const { searchParams } = new URL(url)
  const reference = searchParams.get('subid') ?? searchParams.get('click') ?? ''
  const { clickId, partnerId } = await db
    .selectFrom('clickReference as named')
    .innerJoin('click', (join) =>
      join.onRef('click.memberId', '=', 'named.memberId').onRef('click.clickId', '=', 'named.clickId'),
    )
    .select(['click.clickId', 'click.partnerId'])
    .where('named.reference', '=', reference)
    .executeTakeFirstOrThrow()
  const partner: PartnerName = partnerId === partners.prompt.partnerId ? 'prompt' : 'patient'
  return { clickId, reference, partner }
}

/** The outcome of the call with this mark in its address. */
async function findEvent(db: Db, partnerId: string, mark: string) {
  const recent = await db
    .selectFrom('partnerEvent as event')
    .innerJoin('partnerEventOutcome as outcome', 'outcome.eventId', 'event.eventId')
    .selectAll('event')
    .select(['outcome.outcome', 'outcome.reason'])
    .where('event.partnerId', '=', partnerId)
    .where('event.receivedAt', '>', sql<Date>`now() - interval '1 minute'`)
    .orderBy('event.receivedAt', 'desc')
    .limit(20)
    .execute()
  const found = recent.find(
    (event) => openRequest(testSecrets, event.eventId, event).target.toString() === mark,
  )
  if (!found) throw new Error(`no event has ${mark}`)
  return found
}

async function storeForgotten(db: Db, partnerId: string, event: PostbackEvent): Promise<string> {
  const { rows } = await sql<{ eventId: string }>`
    insert into partner_event (partner_id, received_at, method, target, headers, body)
    values (${partnerId}, now() - interval '5 minutes', 'POST', '/', '{}', ${Buffer.from(JSON.stringify(event))})
    returning event_id
  `.execute(db)
  return rows[0]?.eventId ?? ''
}

type Noon = { minutes: number; day: string }

/**
 * Set the business's time zone so that its clock shows a quarter past noon of some day, or `hours` later. No later hour
 * is near midnight, so that the real clock cannot change the day.
 */
async function setClock(db: Db, hours: number, noon?: Noon): Promise<Noon> {
  const now = new Date()
  const toNoon = 12 * 60 + 15 - now.getUTCHours() * 60 - now.getUTCMinutes()
  const minutes = noon?.minutes ?? EARLIEST_HOURS * 60 + toNoon
  const offset = Math.abs(minutes + hours * 60)
  // In this notation zones west of Greenwich are positive.
  const sign = minutes + hours * 60 < 0 ? '+' : '-'
  const timeZone = `<WALK>${sign}${Math.floor(offset / 60)}:${String(offset % 60).padStart(2, '0')}`
  const record = JSON.stringify({ ...defaultEconomy, timeZone })
  const { rows } = await sql<{ day: string }>`
    with version as (
      insert into economy_version (record, changed_by, reason) values (${record}::jsonb, 'test', 'The clock goes on')
    ) select (now() at time zone ${timeZone})::date as day
  `.execute(db)
  return noon ?? { minutes, day: rows[0]?.day ?? '' }
}

/** Move the business's clock, and everything the member did back in time. */
export async function letHoursPass({ db, member, clock }: World, hours: number): Promise<void> {
  clock.hours += hours
  await setClock(db, clock.hours, clock.noon)
  const age = sql`make_interval(hours => ${hours})`
  const own = sql`where member_id = ${member.memberId}`
  await sql`
    with views as (update task_view set opened_at = opened_at - ${age}, claimed_at = claimed_at - ${age},
        voided_at = voided_at - ${age} ${own}),
      lists as (update task_list_view set seen_at = seen_at - ${age} ${own}),
      attempts as (update survey_attempt set started_at = started_at - ${age} ${own}
        and status in ('started', 'in_progress')),
      clicks as (update click set clicked_at = clicked_at - ${age} ${own})
    update partner_credit set created_at = created_at - ${age}, release_at = release_at - ${age} ${own}
  `.execute(db)
}

type Posting = { kind: string; points: number; heldPoints: number; availableAfter: number; heldAfter: number }
type Books = {
  available: number
  held: number
  earned: number
  seq: number
  inReversalDebt: boolean
  postings: (Posting & { seq: number; sourceKey: string })[]
  days: Record<string, number>
  credits: string[]
  withdrawals: string[]
}

/** The stored wallet, postings, points by day, credits and withdrawals of the member. */
export async function readBooks({ db, member }: World): Promise<Books> {
  const { rows } = await sql<Books>`
    select w.available, w.held, w.earned, w.seq, w.in_reversal_debt,
      (select json_agg(json_build_object('seq', p.seq, 'kind', p.kind, 'sourceKey', p.source_key,
        'points', p.available_delta, 'heldPoints', p.held_delta,
        'availableAfter', p.available_after, 'heldAfter', p.held_after) order by p.seq)
        from posting p where p.member_id = w.member_id) as postings,
      (select coalesce(json_object_agg(d.day, d.points), '{}') from earning_day d where d.member_id = w.member_id) as days,
      array(select c.state from partner_credit c where c.member_id = w.member_id order by 1) as credits,
      array(select x.status from withdrawal x where x.member_id = w.member_id order by 1) as withdrawals
    from wallet w where w.member_id = ${member.memberId}
  `.execute(db)
  const [books] = rows
  if (!books) throw new Error('no wallet')
  return books
}

/** The member's credits that wait, or waited, for staff, oldest first. */
export async function listReviewed({ db, member }: World): Promise<string[]> {
  const rows = await db
    .selectFrom('partnerCredit')
    .select('creditId')
    .where('memberId', '=', member.memberId)
    .where('reviewReason', 'is not', null)
    .orderBy('createdAt')
    .execute()
  return rows.map(({ creditId }) => creditId)
}

/** What `verifyLedger` finds for this member. */
export const listFindings = ({ db, member }: World) =>
  db.transaction().execute((trx) => listLedgerFindings(trx, [member.memberId]))

/** In order: the first created is the oldest. */
async function mapValues<K extends string, V, R>(
  source: Readonly<Record<K, V>>,
  make: (value: V) => Promise<R>,
): Promise<Record<K, R>> {
  const entries: [string, R][] = []
  for (const key in source) entries.push([key, await make(source[key])])
  return Object.fromEntries(entries) as Record<K, R>
}
