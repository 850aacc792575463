import { givenSurvey, goodAnswers } from '@chuma/core/surveys/testing'
import { givenTask } from '@chuma/core/tasks/testing'
import { isLongRun } from '@chuma/db/testing'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { closeAll } from '../crash/testing.ts'
import { ownRewards, type Reward } from './own-rewards.ts'
import { givenClaimToDecide, partnerRewards } from './partner-rewards.ts'
import {
  claimTogether,
  holdWallet,
  listPostings,
  openServers,
  tally,
  throughBothDoors,
  type World,
} from './testing.ts'

let world: World
beforeAll(async () => {
  world = await openServers()
})
afterAll(closeAll)

const rewards = Object.entries({ ...ownRewards, ...partnerRewards })
/**
 * How many claims race for a reward: 50 for the first; for the others enough that both servers wait, three by each way of sending
 * (door, clock, server). `npm run test:all` sends 50 for each.
 */
const countClaims = (name: string) => (isLongRun || name === rewards[0]?.[0] ? 50 : 24)
const oneOf = ({ first, others }: Reward, calls: number) =>
  first === others ? { done: calls } : { [first]: 1, [others]: calls - 1 }

test.each(rewards)(
  '%s: of many claims at two servers one pays, and so does one after midnight if it is daily',
  async (name, reward) => {
    const { others, posts, isDaily, given } = reward
    await world.travel('before')
    const calls = countClaims(name)
    const claim = { ...(await given(world)), calls }
    await claim.prepare?.()
    const answers = await claimTogether(world, claim)
    expect(tally(answers)).toEqual(oneOf(reward, calls))
    if (reward.first === others) expect(new Set(answers.map(({ body }) => JSON.stringify(body))).size).toBe(1)
    const once = posts === null ? [] : [posts]
    expect(await listPostings(world.db, claim.memberId)).toEqual(once)

    const later = await Promise.all(
      Array.from({ length: 8 }, (_, index) => claim.send(world.servers[1], index)),
    )
    expect(tally(later)).toEqual({ [others]: 8 })

    await world.travel('after')
    await claim.prepare?.()
    expect(tally(await claimTogether(world, claim))).toEqual(
      isDaily ? oneOf(reward, calls) : { [others]: calls },
    )
    expect(await listPostings(world.db, claim.memberId)).toEqual(isDaily ? [...once, ...once] : once)
  },
)

test("points granted at one server while the partner's postback reaches the other are paid once", async () => {
  const { memberId, send, confirm } = await givenClaimToDecide(world)
  const answers = await claimTogether(world, {
    // Lock the wallet: anything that did not wait for the click would have passed every check by now.
    hold: holdWallet(memberId),
    send: (server, index) => (server === world.servers[0] ? send(server, index) : confirm(server)),
  })
  expect([
    { done: 1, '409 ALREADY_DECIDED': 11, '200 DUP': 12 },
    { '200 OK': 1, '200 DUP': 11, '409 ALREADY_CREDITED': 12 },
  ]).toContainEqual(tally(answers))
  expect(await listPostings(world.db, memberId)).toHaveLength(1)
})

test('a browser’s clock cannot shorten the waiting time', async () => {
  const { memberId, token, call } = await world.member({ premium: true })
  const [video, ad] = [await givenTask(world.db, 'video'), await givenTask(world.db, 'ad')]
  await call('GET', '/api/video-tasks')
  await call('GET', '/api/ad-tasks')
  const watch = throughBothDoors(token, () => ({
    rest: { method: 'POST', url: `/api/video-tasks/${video}/watch` },
    trpc: { type: 'mutation', path: 'tasks.watchVideo', input: { id: video } },
  }))
  const click = throughBothDoors(token, ({ timeSpent }) => ({
    rest: { method: 'POST', url: `/api/ad-tasks/${ad}/click`, body: { timeSpent } },
    trpc: { type: 'mutation', path: 'tasks.clickAd', input: { id: ad, timeSpent } },
  }))
  for (let index = 0; index < 8; index++) {
    expect(tally([await watch(world.servers[0], index)])).toEqual({ '409 TOO_EARLY': 1 })
    expect(await click(world.servers[0], index)).toMatchObject({
      status: 200,
      body: { completed: false, pointsEarned: 0 },
    })
  }
  expect(await listPostings(world.db, memberId)).toEqual([])
})

test.each(['1970-01-01T00:00:00.000Z', '2088-12-31T23:59:59.000Z'])(
  'a survey is finished when the server says so, by a browser where it is %s',
  async (completedAt) => {
    const { memberId, call } = await world.member()
    const surveyId = await givenSurvey(world.db)
    const began = await readClock()
    await call('POST', `/api/surveys/${surveyId}/complete`, { answers: goodAnswers, completedAt })
    const attempt = await world.db
      .selectFrom('surveyAttempt')
      .select(['completedAt', 'claimedCompletedAt', 'flagReasons'])
      .where('memberId', '=', memberId)
      .executeTakeFirstOrThrow()
    const finished = attempt.completedAt?.getTime() ?? 0
    expect(finished).toBeGreaterThanOrEqual(began)
    expect(finished).toBeLessThanOrEqual(await readClock())
    expect(attempt).toMatchObject({ claimedCompletedAt: new Date(completedAt), flagReasons: ['not-opened'] })
  },
)

async function readClock(): Promise<number> {
  const { now } = await world.db
    .selectNoFrom(({ fn }) => fn<Date>('clock_timestamp').as('now'))
    .executeTakeFirstOrThrow()
  return now.getTime()
}
