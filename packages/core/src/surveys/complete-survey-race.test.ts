import { listTransactions } from '@chuma/db/queries/wallet/ledger'
import { getBalance } from '@chuma/db/queries/wallet/wallet'
import { createTestDb, startTogether } from '@chuma/db/testing'
import { sql } from 'kysely'
import { afterAll, expect, test } from 'vitest'
import { createTestDeps, givenMember } from '../testing.ts'
import { completeSurvey } from './complete-survey.ts'
import { startSurvey } from './surveys.ts'
import { givenSurvey, goodAnswers } from './testing.ts'

const { db, close } = await createTestDb()
afterAll(close)
const deps = createTestDeps(db)

test.each(['started before', 'never started'])(
  'of fifty concurrent completions of a survey %s one completes, saves answers and credits',
  async (when) => {
    const member = await givenMember(db)
    const surveyId = await givenSurvey(db)
    if (when === 'started before') await startSurvey(deps, member, { surveyId })
    const race = await startTogether(db, member.memberId, () =>
      Array.from({ length: 50 }, (_, index) =>
        completeSurvey(deps, member, { surveyId, answers: { ...goodAnswers, '4': `tab ${index}` } }),
      ),
    )
    const answers = race.map((call) => (call.status === 'fulfilled' ? call.value : call.reason))
    expect(answers).toEqual(Array(50).fill({ pointsEarned: 5, earnedAmount: 5000, availablePoints: 5 }))
    expect(await listTransactions(db, member.memberId, { limit: 10 })).toHaveLength(1)
    expect(await getBalance(db, member.memberId)).toMatchObject({ availablePoints: 5, surveysCompleted: 1 })

    const { rows } = await sql<{ writers: number }>`
      select count(distinct writer)::int as writers from (
        select xmin::text as writer from posting where member_id = ${member.memberId}
        union all select xmin::text from survey_attempt where member_id = ${member.memberId}
        union all select xmin::text from survey_answer where member_id = ${member.memberId}
      ) as written
    `.execute(db)
    expect(rows).toEqual([{ writers: 1 }])
  },
)
