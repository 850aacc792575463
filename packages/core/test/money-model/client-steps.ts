import { openClientOrderInput } from '@chuma/contract/clients/client-quotes'
import type { Db } from '@chuma/db/client'
import { respondentOf } from '@chuma/db/queries/surveys/respondents'
import { lockReview } from '@chuma/db/queries/surveys/survey-reviews'
import { lockWallet } from '@chuma/db/queries/wallet/ledger'
import { sql } from 'kysely'
import { decideApproval } from '../../src/admin/approvals/decide-approval.ts'
import { givenSettled } from '../../src/admin/approvals/testing.ts'
import { AppError } from '../../src/app-error.ts'
import {
  addUpClients,
  bookClientReceipt,
  openClientOrder,
  returnClientMoney,
} from '../../src/clients/budget.ts'
import { decideClientDispute, disputeRespondent } from '../../src/clients/disputes.ts'
import { assignClientSurvey } from '../../src/clients/surveys/commissioned-surveys.ts'
import { givenClient, payment } from '../../src/clients/testing.ts'
import { canMove } from '../../src/state-machine.ts'
import { completeSurvey } from '../../src/surveys/complete-survey.ts'
import { heldAnswers } from '../../src/surveys/reviews/testing.ts'
import { moveReview, reviewMachine } from '../../src/surveys/reviews.ts'
import { expireSurveys, startSurvey } from '../../src/surveys/surveys.ts'
import { fourQuestions, givenSurvey, goodAnswers } from '../../src/surveys/testing.ts'
import { createTestDeps, givenMember } from '../../src/testing.ts'

export const MEMBERS = 5
export const PRICE_CENTS = 90_001

const checked = JSON.stringify(
  fourQuestions.map((question) => (question.id === 1 ? { ...question, expected: 'SACCO' } : question)),
)

export type ClientWorld = Awaited<ReturnType<typeof enterClient>>
export type Staffed = {
  db: Db
  members: Awaited<ReturnType<typeof givenMember>>[]
  amina: Awaited<ReturnType<typeof givenSettled>>['actor']
  brian: Awaited<ReturnType<typeof givenSettled>>['actor']
}

/** Members who answer, and two of finance. */
export async function staffUp(db: Db): Promise<Staffed> {
  const deps = createTestDeps(db)
  const members = await Promise.all(Array.from({ length: MEMBERS }, () => givenMember(db)))
  const [amina, brian] = [
    await givenSettled(deps, { role: 'finance' }),
    await givenSettled(deps, { role: 'finance' }),
  ]
  return { db, members, amina: amina.actor, brian: brian.actor }
}

/** A client who has no price and has prepaid nothing, with a survey that members began before it was theirs. */
export async function enterClient(staffed: Staffed) {
  const { db, amina, members } = staffed
  const deps = createTestDeps(db)
  const given = await givenClient(deps)
  const surveyId = await givenSurvey(db)
  await sql`update survey set questions = ${checked}::jsonb where survey_id = ${surveyId}`.execute(db)
  for (const begun of members.slice(0, 3)) await startSurvey(deps, begun, { surveyId })
  await assignClientSurvey(deps, amina, { clientId: given.clientId, surveyId })
  return {
    ...staffed,
    ...given,
    surveyId,
    deps,
    /** What the bank moved, in cents. */
    received: 0,
    returned: 0,
  }
}

/** Move a member's review as staff or the member would, if it can be moved. */
async function review(
  { db, members, surveyId }: ClientWorld,
  who: number,
  to: 'paid' | 'rejected' | 'appealed',
) {
  const memberId = members[who]?.memberId ?? ''
  const by = to === 'appealed' ? 'member' : 'staff'
  await db.transaction().execute(async (trx) => {
    await lockWallet(trx, memberId)
    const found = await lockReview(trx, { memberId, surveyId })
    if (!found || !canMove(reviewMachine, { from: found.state, to, by })) return
    const isTakenBack = to === 'rejected' && (found.state === 'paid' || found.state === 'doubtful')
    if (isTakenBack && !found.isReturnable) return
    await moveReview(trx, found, { to, by, text: 'Because', decidedBy: 'staff:other' })
  })
}

async function returnMoney(world: ClientWorld) {
  const { deps, amina, brian, clientId } = world
  const input = { ...payment(clientId, PRICE_CENTS), reason: 'The survey is over' }
  const { approvalId } = await returnClientMoney(deps, amina, input).then(
    () => {
      throw new Error('money was returned by one person')
    },
    (refusal: unknown) => {
      const failure = refusal instanceof AppError ? refusal.failure : null
      if (failure?.code !== 'APPROVAL_PENDING') throw refusal
      return failure.params
    },
  )
  await decideApproval(deps, brian, { approvalId, decision: 'approve', note: '' })
  world.returned += PRICE_CENTS
}

async function dispute({ db, deps, client, surveyId, members }: ClientWorld, who: number) {
  const { rows } = await sql<{ respondent: string }>`
    select ${respondentOf(surveyId, sql`attempt_id`)} as respondent from survey_attempt
    where survey_id = ${surveyId} and member_id = ${members[who]?.memberId}`.execute(db)
  const respondent = rows[0]?.respondent ?? '0123456789abcdef'
  await disputeRespondent(deps, client, { surveyId, respondent, reason: 'Copied' })
}

async function decide({ db, deps, amina, surveyId }: ClientWorld, decision: 'credited' | 'rejected') {
  const open = await db
    .selectFrom('clientDispute')
    .select('disputeId as id')
    .where('surveyId', '=', surveyId)
    .where('state', '=', 'open')
    .executeTakeFirst()
  if (open) await decideClientDispute(deps, amina, { ...open, decision, answer: 'We looked at it' })
}

/** Let a day end, and book it. A day that was booked stays before it. */
async function endDay({ db, deps }: ClientWorld) {
  await addUpClients(deps)
  await sql`
    update client_day d set day = (select min(day) from client_day e where e.order_id = d.order_id) - 1
    where not is_booked and day = business_day(now())`.execute(db)
  await addUpClients(deps)
}

const member = ({ members }: ClientWorld, who: number) => {
  const found = members[who]
  if (!found) throw new Error('no such member')
  return found
}

export const CLIENT_STEPS = {
  agree: async ({ deps, amina, surveyId }) => {
    await openClientOrder(deps, amina, openClientOrderInput.parse({ surveyId, priceCents: PRICE_CENTS }))
  },
  prepay: async (world) => {
    await bookClientReceipt(world.deps, world.amina, payment(world.clientId, 2 * PRICE_CENTS))
    world.received += 2 * PRICE_CENTS
  },
  return: returnMoney,
  start: (world, who) => startSurvey(world.deps, member(world, who), { surveyId: world.surveyId }),
  complete: (world, who) =>
    completeSurvey(world.deps, member(world, who), { surveyId: world.surveyId, answers: goodAnswers }),
  'complete in doubt': (world, who) =>
    completeSurvey(world.deps, member(world, who), { surveyId: world.surveyId, answers: heldAnswers }),
  pay: (world, who) => review(world, who, 'paid'),
  reject: (world, who) => review(world, who, 'rejected'),
  appeal: (world, who) => review(world, who, 'appealed'),
  'reject, and lose the appeal': async (world, who) => {
    await review(world, who, 'rejected')
    await review(world, who, 'appealed')
    await review(world, who, 'paid')
  },
  dispute,
  credit: (world) => decide(world, 'credited'),
  'reject the dispute': (world) => decide(world, 'rejected'),
  expire: async ({ db, deps, members, surveyId }, who) => {
    await sql`
      update survey_attempt set started_at = now() - interval '90 days'
      where member_id = ${members[who]?.memberId} and survey_id = ${surveyId} and status in ('started', 'in_progress')
    `.execute(db)
    await expireSurveys(deps)
  },
  'add up': ({ deps }) => addUpClients(deps),
  'end the day': endDay,
} as const satisfies Record<string, (world: ClientWorld, who: number) => Promise<unknown>>

export type ClientStep = { name: keyof typeof CLIENT_STEPS; who: number }
