import { openClientOrderInput } from '@chuma/contract/clients/client-quotes'
import { respondentOf } from '@chuma/db/queries/surveys/respondents'
import { lockReview } from '@chuma/db/queries/surveys/survey-reviews'
import { lockWallet } from '@chuma/db/queries/wallet/ledger'
import { tries } from '@chuma/db/testing'
import fc from 'fast-check'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { givenStaff } from '../../admin/testing.ts'
import { AppError } from '../../app-error.ts'
import { bookClientReceipt, openClientOrder } from '../../clients/budget.ts'
import { decideClientDispute, disputeRespondent } from '../../clients/disputes.ts'
import { assignClientSurvey } from '../../clients/surveys/commissioned-surveys.ts'
import { givenClient, payment } from '../../clients/testing.ts'
import { finance } from '../../payouts/testing.ts'
import { canMove } from '../../state-machine.ts'
import { givenMember, openTestDb } from '../../testing.ts'
import { completeSurvey, saveAnswer } from '../complete-survey.ts'
import { heldAnswers } from '../reviews/testing.ts'
import { moveReview, reviewMachine } from '../reviews.ts'
import { expireSurveys, startSurvey } from '../surveys.ts'
import { fourQuestions, goodAnswers } from '../testing.ts'
import { getQuotas } from './quotas.ts'
import { releaseLapsedPlaces } from './release-lapsed-places.ts'
import { givenProfileQuota, letPlacesLapse, tell } from './testing.ts'

const { db, deps } = await openTestDb()
const { actor: staff } = await givenStaff(deps)
const MEMBERS = 6
const PRICE_CENTS = 90_000
const TARGETS = { female: 2, male: 1 }
const checked = JSON.stringify(
  fourQuestions.map((question) => (question.id === 1 ? { ...question, expected: 'SACCO' } : question)),
)

type Who = { member: Awaited<ReturnType<typeof givenMember>>; surveyId: string }

const { client, clientId } = await givenClient(deps)
await bookClientReceipt(deps, finance, payment(clientId, PRICE_CENTS * 100_000))

/** The client pays for the survey, so that it can dispute who answered. */
async function givenClients(surveyId: string) {
  await assignClientSurvey(deps, finance, { clientId, surveyId })
  await openClientOrder(deps, finance, openClientOrderInput.parse({ surveyId, priceCents: PRICE_CENTS }))
}

/** The client disputes an answer of its file, and gets its price back: the cell takes someone else. */
async function disputeAndCredit({ surveyId }: Who) {
  const { rows } = await sql<{ respondent: string }>`
    select ${respondentOf(surveyId, sql.ref('attempt_id'))} as respondent from survey_attempt join client_place p using (member_id, survey_id)
    where survey_id = ${surveyId} and p.is_charged limit 1`.execute(db)
  const respondent = rows[0]?.respondent ?? '0123456789abcdef'
  const { disputes } = await disputeRespondent(deps, client, { surveyId, respondent, reason: 'Copied' })
  const id = disputes.find((dispute) => dispute.respondent === respondent)?.id ?? ''
  await decideClientDispute(deps, finance, { id, decision: 'credited', answer: '' })
  credits += 1
}
let credits = 0

/** Move a member's review as staff, the member or the worker would, if it can be moved. */
async function review({ member: { memberId }, surveyId }: Who, to: 'paid' | 'rejected' | 'appealed') {
  const by = to === 'appealed' ? 'member' : 'staff'
  await db.transaction().execute(async (trx) => {
    await lockWallet(trx, memberId)
    const found = await lockReview(trx, { memberId, surveyId })
    if (!found || !canMove(reviewMachine, { from: found.state, to, by })) return
    const isPaid = found.state === 'paid' || found.state === 'doubtful'
    if (isPaid && to === 'rejected' && !found.isReturnable) return
    // As the job pays: what nobody decided about can still be rejected.
    const decidedBy = to === 'paid' ? 'system' : 'staff:other'
    await moveReview(trx, found, { to, by, text: 'Because', decidedBy })
  })
}

const ACTIONS: Record<string, (who: Who) => Promise<unknown>> = {
  start: ({ member, surveyId }) => startSurvey(deps, member, { surveyId }),
  answer: ({ member, surveyId }) => saveAnswer(deps, member, { surveyId, questionId: 2, answer: 4 }),
  complete: ({ member, surveyId }) => completeSurvey(deps, member, { surveyId, answers: goodAnswers }),
  'complete in doubt': ({ member, surveyId }) =>
    completeSurvey(deps, member, { surveyId, answers: heldAnswers }),
  pay: (who) => review(who, 'paid'),
  reject: (who) => review(who, 'rejected'),
  appeal: (who) => review(who, 'appealed'),
  'dispute and credit': disputeAndCredit,
  lapse: async ({ surveyId }) => {
    await letPlacesLapse(db, surveyId)
    await releaseLapsedPlaces(deps)
  },
  expire: async ({ member, surveyId }) => {
    await sql`
      update survey_attempt set started_at = now() - interval '90 days'
      where member_id = ${member.memberId} and survey_id = ${surveyId} and status in ('started', 'in_progress')
    `.execute(db)
    await expireSurveys(deps)
  },
}

const act = fc.record({ name: fc.constantFrom(...Object.keys(ACTIONS)), place: fc.nat({ max: MEMBERS - 1 }) })
/** One to three at once. */
const steps = fc.array(fc.array(act, { minLength: 1, maxLength: 3 }), { minLength: 10, maxLength: 30 })

/** Counted from attempts and reviews alone, as results count them. */
async function countAccepted(surveyId: string): Promise<number> {
  const { rows } = await sql<{ accepted: number }>`
    select count(*)::int as accepted from survey_attempt a left join survey_review r using (member_id, survey_id)
    where a.survey_id = ${surveyId} and a.status = 'completed' and (r.state is null or r.state in ('paid', 'doubtful'))
  `.execute(db)
  return rows[0]?.accepted ?? 0
}

test('after each step of random lives the cells hold the accepted completes, and never more than their targets', async () => {
  const members = await Promise.all(Array.from({ length: MEMBERS }, () => givenMember(db)))
  for (const [place, { memberId }] of members.entries()) {
    await tell(db, memberId, 'sex', place % 2 === 0 ? 'female' : 'male')
  }
  const seen = new Set<string>()
  await fc.assert(
    fc.asyncProperty(steps, async (life) => {
      const surveyId = await givenProfileQuota({ deps, staff }, { cells: TARGETS })
      await sql`update survey set questions = ${checked}::jsonb where survey_id = ${surveyId}`.execute(db)
      await givenClients(surveyId)
      for (const together of life) {
        const done = await Promise.allSettled(
          together.map(({ name, place }) => {
            const member = members[place]
            if (!member) throw new Error('no such member')
            return ACTIONS[name]?.({ member, surveyId })
          }),
        )
        for (const each of done) {
          if (each.status === 'rejected' && !(each.reason instanceof AppError)) throw each.reason
        }
        const { cells, acceptedCount, surplusCount, isSound } = await getQuotas(deps, { id: surveyId })
        expect(isSound).toBe(true)
        expect(acceptedCount + surplusCount).toBe(await countAccepted(surveyId))
        for (const { target, reserved, answered, accepted } of cells) {
          expect(reserved + accepted).toBeLessThanOrEqual(target)
          if (reserved > 0) seen.add('reserved')
          if (answered > 0) seen.add('answered')
          if (accepted === target) seen.add('full')
        }
        if (surplusCount > 0) seen.add('surplus')
      }
    }),
    { numRuns: tries({ short: 12, long: 300 }), seed: 20_261_127 },
  )
  expect([...seen].sort()).toEqual(['answered', 'full', 'reserved', 'surplus'])
  expect(credits).toBeGreaterThan(0)
})
