import type { Trx } from '@chuma/db/client'
import { lockCredit } from '@chuma/db/queries/partners/credits'
import { listUserSurveys } from '@chuma/db/queries/surveys/survey-attempts'
import { listTransactions } from '@chuma/db/queries/wallet/ledger'
import { getBalance } from '@chuma/db/queries/wallet/wallet'
import { createTestDb, startTogether } from '@chuma/db/testing'
import { sql } from 'kysely'
import { afterAll, describe, expect, test } from 'vitest'
import { testEveryStep } from '../../state-machine.testing.ts'
import { createTestDeps, readRow, readRows } from '../../testing.ts'
import { listMyClicks } from '../clicks.ts'
import { moveCredit, payCredit, releaseCredits } from '../credits.ts'
import { receivePostback, replayEvent, settleForgottenEvents } from '../events.ts'
import { type CreditEffect, type CreditState, creditMachine } from '../postbacks.ts'
import { callWith, givenClick, givenLinkClick, givenPartner, listCredits, listOutcomes } from '../testing.ts'

const { db, close } = await createTestDb()
afterAll(close)
const deps = createTestDeps(db)
const staff = { name: 'staff:amina', address: null }
const available = async (memberId: string) => (await getBalance(db, memberId)).availablePoints
const outcomes = (partnerId: string) => listOutcomes(db, partnerId)

const creditOf = (userRef: string) =>
  ({ kind: 'credit', transactionId: 't1', userRef, amountUsdMicros: 6_000_000 }) as const

describe('a credit', () => {
  test('pays the promised points and completes the survey', async () => {
    const { member, partnerId, tell } = await givenClick(deps)
    expect(await tell({ kind: 'credit' })).toEqual({ status: 200, body: 'OK' })
    expect(await listTransactions(db, member.memberId, { limit: 5 })).toMatchObject([
      { kind: 'survey', points: 6, description: expect.stringMatching(/^Survey: Saving/) },
    ])
    expect(await listUserSurveys(db, member.memberId)).toMatchObject([{ status: 'completed' }])
    expect(await outcomes(partnerId)).toEqual(['credited'])
  })

  test('sent fifty times at once is paid once', async () => {
    const { member, partnerId, tell } = await givenClick(deps)
    const replies = await startTogether(db, member.memberId, () =>
      Array.from({ length: 50 }, () => tell({ kind: 'credit' })),
    )
    expect(replies.every(({ status }) => status === 'fulfilled')).toBe(true)
    expect(await available(member.memberId)).toBe(6)
    const told = await outcomes(partnerId)
    expect(told.filter((outcome) => outcome === 'credited')).toHaveLength(1)
    expect(told.filter((outcome) => outcome === 'duplicate')).toHaveLength(49)
  })

  test('for a survey is paid once, regardless of the transaction id', async () => {
    const { member, partnerId, tell } = await givenClick(deps)
    await tell({ kind: 'credit' })
    expect(await tell({ kind: 'credit', transactionId: 't2' })).toEqual({ status: 200, body: 'DUP' })
    expect(await available(member.memberId)).toBe(6)
    expect(await outcomes(partnerId)).toEqual(['credited', 'duplicate: survey-was-credited'])
  })

  test('for an unknown click is stored for staff to match', async () => {
    const { member, partnerId, reference, publicKey } = await givenClick(deps)
    expect(await receivePostback(deps, callWith(publicKey, creditOf('nobody')))).toEqual({
      status: 200,
      body: 'OK',
    })
    expect(await outcomes(partnerId)).toEqual(['unmatched: unknown-click'])
    const { eventId } = await readRow(db, 'partnerEvent', ['eventId'], { partnerId })
    const { clickId } = await readRow(db, 'click', ['clickId'], { reference })
    const click = { memberId: member.memberId, clickId }
    expect(await replayEvent(deps, staff, { id: eventId, click })).toMatchObject({ outcome: 'credited' })
    expect(await replayEvent(deps, staff, { id: eventId, click })).toMatchObject({ outcome: 'duplicate' })
    expect(await available(member.memberId)).toBe(6)
    expect(await outcomes(partnerId)).toEqual(['credited'])
  })

  test('for another partner’s click is not paid', async () => {
    const { member, reference } = await givenClick(deps)
    const other = await givenPartner(db)
    await receivePostback(deps, callWith(other.publicKey, creditOf(reference)))
    expect(await available(member.memberId)).toBe(0)
    expect(await outcomes(other.partnerId)).toEqual(['unmatched: click-of-another-partner'])
  })

  test('above a partner’s daily maximum for a member waits for staff', async () => {
    const { member, partnerId, tell } = await givenClick(deps, { ceilings: { maxUsdCentsPerMemberDay: 500 } })
    await tell({ kind: 'credit' })
    expect(await available(member.memberId)).toBe(0)
    expect(await outcomes(partnerId)).toEqual(['review: over-daily-ceiling'])
  })

  test('with a hold waits for its day and is paid once by concurrent workers', async () => {
    const { member, partnerId, tell } = await givenClick(deps, { holdDays: 3 })
    await tell({ kind: 'credit' })
    expect(await available(member.memberId)).toBe(0)
    await releaseCredits(deps)
    expect(await available(member.memberId)).toBe(0)
    await sql`update partner_credit set release_at = now() where partner_id = ${partnerId}`.execute(db)
    await Promise.all([releaseCredits(deps), releaseCredits(deps), releaseCredits(deps)])
    expect(await available(member.memberId)).toBe(6)
  })
})

describe('a call that is not genuine', () => {
  test('pays nothing, and is stored with the reason', async () => {
    const { member, partnerId, publicKey } = await givenClick(deps)
    const forged = { ...callWith(publicKey, { kind: 'credit', transactionId: 'x', userRef: 'x' }) }
    expect(await receivePostback(deps, { ...forged, rawBody: Buffer.alloc(0) })).toEqual({
      status: 403,
      body: 'NO',
    })
    expect(await available(member.memberId)).toBe(0)
    expect(await outcomes(partnerId)).toEqual(['rejected: signature-mismatch'])
  })

  test('at an unknown address is not found', async () => {
    await expect(
      receivePostback(deps, callWith('nobody', { kind: 'credit', transactionId: 'x', userRef: 'x' })),
    ).rejects.toMatchObject({ code: 'NOT_FOUND' })
  })

  test('a test pays nothing', async () => {
    const { member, partnerId, tell } = await givenClick(deps)
    await tell({ kind: 'test' })
    expect(await available(member.memberId)).toBe(0)
    expect(await outcomes(partnerId)).toEqual(['test'])
  })
})

test('a screen-out shows the member the reason, and a later credit still counts', async () => {
  const { member, tell } = await givenClick(deps)
  await tell({ kind: 'screenout', transactionId: 's1', reasonCode: 'quota-full' })
  expect(await listUserSurveys(db, member.memberId)).toMatchObject([
    { status: 'screened_out', screenOutReason: 'quota-full' },
  ])
  await tell({ kind: 'credit' })
  expect(await available(member.memberId)).toBe(6)
})

test('a screen-out for another partner’s click does nothing', async () => {
  const { member, reference } = await givenClick(deps)
  const other = await givenPartner(db)
  const said = {
    kind: 'screenout',
    transactionId: 's1',
    userRef: reference,
    reasonCode: 'quota-full',
  } as const
  await receivePostback(deps, callWith(other.publicKey, said))
  expect(await listUserSurveys(db, member.memberId)).toMatchObject([{ screenOutReason: null }])
  expect(await outcomes(other.partnerId)).toEqual(['unmatched: click-of-another-partner'])
})

describe('an event stored by a process that then crashed', () => {
  const store = (partnerId: string, event: object) =>
    db
      .insertInto('partnerEvent')
      .values({
        partnerId,
        method: 'POST',
        target: Buffer.from('/'),
        headers: '{}',
        body: Buffer.from(JSON.stringify(event)),
        address: null,
        replayOf: null,
      })
      .execute()
  const letPass = async (time: string) => {
    await sql`alter table partner_event disable trigger partner_event_append_only`.execute(db)
    await sql`update partner_event set received_at = received_at - ${time}::interval`.execute(db)
    await sql`alter table partner_event enable trigger partner_event_append_only`.execute(db)
  }

  test('is settled later', async () => {
    const { member, partnerId, reference } = await givenClick(deps)
    const event = creditOf(reference)
    await store(partnerId, event)
    expect(await settleForgottenEvents(deps)).toBe(0)
    await letPass('5 minutes')
    expect(await settleForgottenEvents(deps)).toBe(1)
    expect(await available(member.memberId)).toBe(6)
  })

  test('delays no other if it cannot be settled, and after an hour staff find it among the refused', async () => {
    const { member, partnerId, reference } = await givenClick(deps)
    const event = creditOf(reference)
    await store(partnerId, { ...event, amountUsdMicros: 200_000_000_000_000 })
    await store(partnerId, { ...event, transactionId: 't2' })
    const failures: string[] = []
    const reporting = { ...deps, reportFailure: (_: unknown, about: string) => failures.push(about) }
    await letPass('5 minutes')
    await settleForgottenEvents(reporting)
    expect(await available(member.memberId)).toBe(6)
    expect(failures).toEqual([expect.stringMatching(/^partner event [0-9a-f-]{36} failed$/)])
    expect(await outcomes(partnerId)).toEqual(['credited'])
    await letPass('1 hour')
    await settleForgottenEvents(reporting)
    expect((await outcomes(partnerId)).sort()).toEqual(['credited', 'rejected: cannot-be-processed'])
    expect(await settleForgottenEvents(reporting)).toBe(0)
  })
})

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

type Ref = { memberId: string; creditId: string }

async function given(): Promise<Ref> {
  const { member, tell } = await givenClick(createTestDeps(db), { holdDays: 3 })
  await tell({ kind: 'credit' })
  return readRow(db, 'partnerCredit', ['memberId', 'creditId'], { memberId: member.memberId })
}

async function lock(trx: Trx, ref: Ref) {
  const credit = await lockCredit(trx, ref)
  if (!credit) throw new Error('no credit')
  return credit
}

async function put(trx: Trx, ref: Ref, state: CreditState): Promise<void> {
  if (state === 'available') await payCredit(trx, await lock(trx, ref))
  await sql`update partner_credit set state = ${state}, review_reason = 'pays-less-than-promised' where credit_id = ${ref.creditId}`.execute(
    trx,
  )
}

const shown: Record<string, CreditEffect> = { survey: 'post reward', reversal: 'post reversal' }

testEveryStep(db, creditMachine, {
  given,
  put,
  lock,
  move: (trx, credit, step) => moveCredit(trx, credit, { ...step, reason: null }),
  look: async (trx, ref) => {
    const credit = await lock(trx, ref)
    const postings = await readRows(trx, 'posting', ['kind', 'availableDelta'], { memberId: ref.memberId })
    return {
      state: credit.state,
      did: postings.flatMap(({ kind }) => shown[kind] ?? []),
      row: [credit, postings],
    }
  },
})
