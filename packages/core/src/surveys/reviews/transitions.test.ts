import type { Trx } from '@chuma/db/client'
import { lockReview } from '@chuma/db/queries/surveys/survey-reviews'
import { bookReward } from '@chuma/db/queries/wallet/wallet'
import { sql } from 'kysely'
import { listJobNames, testEveryStep } from '../../state-machine.testing.ts'
import { openTestDb } from '../../testing.ts'
import { moveReview, reviewMachine } from '../reviews.ts'
import { surveyReward } from '../surveys.ts'
import { givenHeld } from './testing.ts'

const { db, deps } = await openTestDb()

type Ref = { memberId: string; surveyId: string }

async function lock(trx: Trx, ref: Ref) {
  const review = await lockReview(trx, ref)
  if (!review) throw new Error('no review')
  return review
}

testEveryStep(db, reviewMachine, {
  given: (): Promise<Ref> => givenHeld(deps),
  put: async (trx, { memberId, surveyId }, state) => {
    if (state === 'doubtful' || state === 'paid') {
      await bookReward(trx, surveyReward({ memberId, surveyId, title: 'Saving', points: 5 }))
    }
    await sql`
      update survey_review set state = ${state},
        reason = case when ${state} in ('rejected', 'appealed') then 'Because' end,
        decided_by = case when ${state} = 'paid' then 'system' when ${state} in ('rejected', 'appealed') then 'staff:amina' end,
        decided_at = case when ${state} in ('paid', 'rejected', 'appealed') then now() end,
        appeal = case when ${state} = 'appealed' then 'I read all of it' end,
        appealed_at = case when ${state} = 'appealed' then now() end
      where member_id = ${memberId}
    `.execute(trx)
  },
  lock,
  move: (trx, review, step) =>
    moveReview(trx, review, { ...step, text: 'Because', decidedBy: 'staff:amina', hours: 48 }),
  look: async (trx, ref) => {
    const review = await lock(trx, ref)
    const { memberId } = ref
    const postings = await trx.selectFrom('posting').select('kind').where('memberId', '=', memberId).execute()
    const hold = await trx
      .selectFrom('hold')
      .select(['until', 'endedAt', sql<boolean>`until > created_at`.as('isOpen')])
      .where('memberId', '=', memberId)
      .executeTakeFirstOrThrow()
    const jobs = await listJobNames(trx, memberId)
    const isExtended = hold.endedAt === null && review.keptAt !== null
    const did = [
      ...postings.map(({ kind }) => (kind === 'reversal' ? 'take reward back' : 'post reward')),
      ...jobs.filter((name) => name === 'send-survey-review').map(() => 'tell member'),
      ...(hold.endedAt ? ['end hold'] : []),
      ...(isExtended && hold.until?.getTime() === review.until.getTime() ? ['extend hold'] : []),
    ]
    return { state: review.state, did, row: [review, postings, hold, jobs] }
  },
})
