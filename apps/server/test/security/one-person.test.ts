import { letDeletionCome } from '@chuma/core/account/testing'
import { eraseMembers } from '@chuma/core/personal-data/erase-members'
import { givenSurvey, goodAnswers } from '@chuma/core/surveys/testing'
import { afterAll, expect, test } from 'vitest'
import { callRest, callTrpc, createTestApp } from '../../src/testing.ts'

const testApp = await createTestApp()
const { app, db, deps } = testApp
afterAll(testApp.close)

const answers = goodAnswers
const doors = {
  REST: (token: string, surveyId: string) =>
    callRest(app, token, { method: 'POST', url: `/api/surveys/${surveyId}/complete`, body: { answers } }),
  tRPC: (token: string, surveyId: string) =>
    callTrpc(app, token, { type: 'mutation', path: 'surveys.completeSurvey', input: { surveyId, answers } }),
}
const everyDoor = test.each(Object.entries(doors))

everyDoor(
  'Bot signals reach no decision: of ten surveys in seconds four are paid (%s)',
  async (_door, complete) => {
    const bot = await testApp.member()
    await callRest(app, bot.token, { method: 'GET', url: '/api/surveys' })
    const earned: number[] = []
    for (let n = 0; n < 10; n++) {
      const { status, body } = await complete(bot.token, await givenSurvey(db))
      expect(status).toBe(200)
      earned.push(body.pointsEarned)
    }
    expect(earned.map((points) => points > 0)).toEqual([...Array(4).fill(true), ...Array(6).fill(false)])
    const held = await db
      .selectFrom('surveyReview')
      .select('state')
      .where('memberId', '=', bot.memberId)
      .where('state', '=', 'held')
      .execute()
    expect(held).toHaveLength(6)
  },
)

everyDoor(
  'Erasure frees the first-time rewards: no survey is paid to a person twice (%s)',
  async (door, complete) => {
    const mailbox = `wanjiku${door.toLowerCase()}`
    const first = await testApp.member({ email: `${mailbox}@gmail.com` })
    const surveyId = await givenSurvey(db, { country: 'Global' })
    expect((await complete(first.token, surveyId)).body.pointsEarned).toBeGreaterThan(0)
    await letDeletionCome(db, first.memberId)
    await eraseMembers(deps)
    const again = await testApp.member({ email: `${mailbox}+again@googlemail.com` })
    expect(await complete(again.token, surveyId)).toMatchObject({
      status: 200,
      body: { pointsEarned: 0, paidBefore: true },
    })
  },
)
