import { getBalance } from '@chuma/db/queries/wallet/wallet'
import { createTestDb, startTogether } from '@chuma/db/testing'
import { sql } from 'kysely'
import { afterAll, describe, expect, test } from 'vitest'
import { createTestDeps } from '../../testing.ts'
import { listMyClicks } from '../clicks.ts'
import { receivePostback } from '../events.ts'
import { callWith, givenClick, givenLinkClick, listCredits, listOutcomes } from '../testing.ts'

const { db, close } = await createTestDb()
afterAll(close)
const deps = createTestDeps(db)
const available = async (memberId: string) => (await getBalance(db, memberId)).availablePoints
const told = async (list: Promise<Awaited<ReturnType<typeof listCredits>>>) =>
  (await list).map(({ transactionId, state, points }) => `${transactionId} ${state} ${points}`)

describe('a partner pays what it bought', () => {
  test('three goals of a cent on a link that promises 50 points pay nothing until staff decide', async () => {
    const { member, partnerId, tell } = await givenLinkClick(deps)
    for (const goal of ['install', 'level', 'purchase']) await tell('credit', goal, { goal, usd: 0.01 })
    expect(await available(member.memberId)).toBe(0)
    expect(await listOutcomes(db, partnerId)).toEqual(Array(3).fill('review: pays-less-than-promised'))
    expect(await listCredits(db, member.memberId)).toMatchObject(
      Array(3).fill({
        state: 'review',
        points: 50,
        boughtPoints: 0,
        reviewReason: 'pays-less-than-promised',
      }),
    )
  })

  test('an amount that buys the promise pays it at once, and no more', async () => {
    const { member, tell } = await givenLinkClick(deps)
    await tell('credit', 't1', { usd: 80 })
    expect(await available(member.memberId)).toBe(50)
  })

  test('a survey pays less than was promised at its start: the same', async () => {
    const { member, partnerId, tell } = await givenClick(deps)
    await tell({ kind: 'credit', amountUsdMicros: 5_000_000 })
    expect(await available(member.memberId)).toBe(0)
    expect(await listOutcomes(db, partnerId)).toEqual(['review: pays-less-than-promised'])
    expect(await listMyClicks(deps, member)).toMatchObject([
      { state: 'review', canClaim: true, answerBy: expect.any(Date) },
    ])
  })

  test('goals of one click complete the promise together, each with what its own amount buys', async () => {
    const { member, partnerId, tell } = await givenLinkClick(deps)
    await tell('credit', 'a', { goal: 'install', usd: 10 })
    await tell('credit', 'b', { goal: 'level', usd: 15 })
    expect(await available(member.memberId)).toBe(0)
    await tell('credit', 'c', { goal: 'purchase', usd: 40 })
    expect(await available(member.memberId)).toBe(50)
    expect(await told(listCredits(db, member.memberId))).toEqual([
      'a available 10',
      'b cancelled 50',
      'c available 40',
    ])
    await tell('credit', 'd', { goal: 'renewal', usd: 50 })
    expect(await available(member.memberId)).toBe(50)
    expect((await listOutcomes(db, partnerId)).at(-1)).toBe('duplicate: promise-was-given')
  })

  test('a goal that is taken back takes back what it was paid, and leaves what others paid for', async () => {
    const { member, tell } = await givenLinkClick(deps)
    await tell('credit', 'a', { goal: 'install', usd: 20 })
    await tell('credit', 'b', { goal: 'purchase', usd: 30 })
    expect(await available(member.memberId)).toBe(50)
    await tell('reverse', 'b')
    expect(await available(member.memberId)).toBe(20)
    await tell('credit', 'c', { goal: 'purchase', usd: 30 })
    expect(await available(member.memberId)).toBe(50)
  })

  test('amounts too small for a point never complete a promise, whatever they add up to', async () => {
    const { member, tell } = await givenLinkClick(deps, { points: 2 })
    for (const goal of ['a', 'b', 'c', 'd', 'e']) await tell('credit', goal, { goal, usd: 0.49 })
    expect(await available(member.memberId)).toBe(0)
  })

  test('parallel goals of one click never exceed the promise', async () => {
    const { member, tell } = await givenLinkClick(deps)
    const goals = Array.from({ length: 12 }, (_, index) => `goal ${index}`)
    await Promise.all(goals.map((goal) => tell('credit', goal, { goal, usd: 20 })))
    expect(await available(member.memberId)).toBe(50)
  })

  test('a member who tells a partner what to send gets points only for its money', async () => {
    const { member, tell } = await givenLinkClick(deps)
    await tell('credit', 'a', { goal: 'a', usd: 49 })
    await tell('credit', 'b', { goal: 'b', usd: 1 })
    await tell('reverse', 'a')
    expect(await available(member.memberId)).toBe(1)
    await tell('credit', 'c', { goal: 'c', usd: 0.01 })
    await tell('credit', 'd', { goal: 'd', usd: 48 })
    expect(await available(member.memberId)).toBe(1)
  })
})

describe('a goal', () => {
  test('is credited once for a click, however many transactions name it', async () => {
    const { member, partnerId, tell } = await givenLinkClick(deps, { points: 0 })
    await startTogether(db, member.memberId, () =>
      Array.from({ length: 20 }, (_, index) => tell('credit', `t${index}`, { goal: 'install', usd: 4 })),
    )
    expect(await available(member.memberId)).toBe(4)
    const outcomes = await listOutcomes(db, partnerId)
    expect(outcomes.filter((outcome) => outcome === 'duplicate: goal-was-credited')).toHaveLength(19)
  })

  test('cannot be stored twice, whatever the code does', async () => {
    const { member, tell } = await givenLinkClick(deps)
    await tell('credit', 't1')
    const copy = sql`
      insert into partner_credit (member_id, partner_id, transaction_id, click_id, kind, title, points, amount_usd, state, release_at, goal)
      select member_id, partner_id, 't2', click_id, kind, title, points, amount_usd, state, release_at, goal
      from partner_credit where member_id = ${member.memberId}
    `
    await expect(copy.execute(db)).rejects.toThrow('partner_credit_goal')
  })

  test('is payable again after it was taken back, and never twice', async () => {
    const { member, partnerId, tell } = await givenLinkClick(deps)
    await tell('credit', 't1')
    await tell('credit', 't2')
    await tell('reverse', 't1')
    expect(await available(member.memberId)).toBe(0)
    await tell('credit', 't3')
    await tell('credit', 't1')
    await tell('credit', 't4')
    expect(await available(member.memberId)).toBe(50)
    expect(await listOutcomes(db, partnerId)).toEqual([
      'credited',
      'duplicate: goal-was-credited',
      'reversed',
      'credited',
      'duplicate',
      'duplicate: goal-was-credited',
    ])
  })

  test('of a survey is payable again after it was taken back, from one click only', async () => {
    const { member, reference, tell, surveyId } = await givenClick(deps)
    await tell({ kind: 'credit' })
    await tell({ kind: 'reverse' })
    const other = await copyClick(member.memberId, surveyId)
    await startTogether(db, member.memberId, () =>
      [reference, other].map((userRef, index) =>
        tell({ kind: 'credit', transactionId: `n${index}`, userRef }),
      ),
    )
    expect(await available(member.memberId)).toBe(6)
  })

  test('without a name is each of the partner’s own offers, where the click promises nothing', async () => {
    const { member, tell } = await givenLinkClick(deps, { points: 0 })
    await tell('credit', 't1', { usd: 3 })
    await tell('credit', 't2', { usd: 4 })
    expect(await available(member.memberId)).toBe(7)
  })
})

test('a reversal before staff decide cancels the review', async () => {
  const { member, tell } = await givenLinkClick(deps)
  await tell('credit', 't1', { usd: 1 })
  await tell('reverse', 't1')
  expect(await told(listCredits(db, member.memberId))).toEqual(['t1 cancelled 50'])
  expect(await listMyClicks(deps, member)).toMatchObject([{ state: 'reversed' }])
})

describe('a day’s ceiling in points', () => {
  const four = async (scheme: object) => {
    const given = await givenLinkClick(deps, { scheme })
    const clicks = await Promise.all(Array.from({ length: 4 }, given.click))
    const told = clicks.map(({ reference }, index) =>
      callWith(given.publicKey, {
        kind: 'credit',
        transactionId: `t${index}`,
        userRef: reference,
        amountUsdMicros: 50_000_000,
      }),
    )
    await startTogether(db, given.member.memberId, () => told.map((call) => receivePostback(deps, call)))
    return given
  }

  test.each([{ maxPointsPerMemberDay: 120 }, { maxPointsPerDay: 120 }])(
    'is not passed by parallel events, and what is above waits for staff: %o',
    async (ceilings) => {
      const { member, partnerId } = await four({ ceilings })
      expect(await available(member.memberId)).toBe(100)
      expect((await listOutcomes(db, partnerId)).sort()).toEqual([
        'credited',
        'credited',
        'review: over-daily-ceiling',
        'review: over-daily-ceiling',
      ])
    },
  )
})

/** Another click of the member on the same survey. Returns its reference. */
async function copyClick(memberId: string, surveyId: string): Promise<string> {
  const { rows } = await sql<{ reference: string }>`
    with copy as (
      insert into click (member_id, reference, survey_id, partner_id, points, title)
      select member_id, reference || 'again', survey_id, partner_id, points, title
      from click where member_id = ${memberId} and survey_id = ${surveyId}
      returning *
    )
    insert into click_reference (reference, member_id, click_id)
    select reference, member_id, click_id from copy returning reference
  `.execute(db)
  return rows[0]?.reference ?? ''
}
