import { listUserSurveys } from '@chuma/db/queries/surveys/survey-attempts'
import { listTransactions } from '@chuma/db/queries/wallet/ledger'
import { getBalance } from '@chuma/db/queries/wallet/wallet'
import { createTestDb, startTogether } from '@chuma/db/testing'
import { sql } from 'kysely'
import { afterAll, describe, expect, test } from 'vitest'
import { createTestDeps, readRow } from '../../testing.ts'
import { releaseCredits } from '../credits.ts'
import { receivePostback, replayEvent, settleForgottenEvents } from '../events.ts'
import { callWith, givenClick, givenPartner, listOutcomes } from '../testing.ts'

const { db, close } = await createTestDb()
afterAll(close)
const deps = createTestDeps(db)
const staff = { name: 'staff:amina', address: null }
const available = async (memberId: string) => (await getBalance(db, memberId)).availablePoints
const outcomes = (partnerId: string) => listOutcomes(db, partnerId)

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
    const lost = callWith(publicKey, {
      kind: 'credit',
      transactionId: 't1',
      userRef: 'nobody',
      amountUsdMicros: 6_000_000,
    })
    expect(await receivePostback(deps, lost)).toEqual({ status: 200, body: 'OK' })
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
    await receivePostback(
      deps,
      callWith(other.publicKey, {
        kind: 'credit',
        transactionId: 't1',
        userRef: reference,
        amountUsdMicros: 6_000_000,
      }),
    )
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
    await db
      .updateTable('partnerCredit')
      .set({ releaseAt: sql<Date>`now()` })
      .where('partnerId', '=', partnerId)
      .execute()
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
    const event = { kind: 'credit', transactionId: 't1', userRef: reference, amountUsdMicros: 6_000_000 }
    await store(partnerId, event)
    expect(await settleForgottenEvents(deps)).toBe(0)
    await letPass('5 minutes')
    expect(await settleForgottenEvents(deps)).toBe(1)
    expect(await available(member.memberId)).toBe(6)
  })

  test('delays no other if it cannot be settled, and after an hour staff find it among the refused', async () => {
    const { member, partnerId, reference } = await givenClick(deps)
    const event = { kind: 'credit', transactionId: 't1', userRef: reference, amountUsdMicros: 6_000_000 }
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
