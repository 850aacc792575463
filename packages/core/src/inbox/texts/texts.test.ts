import { randomUUID } from 'node:crypto'
import type { Trx } from '@chuma/db/client'
import { lockText, type TextRef } from '@chuma/db/queries/texts'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { createSecrets } from '../../secrets/secrets.ts'
import { testEveryStep } from '../../state-machine.testing.ts'
import {
  codeOf,
  createTestDeps,
  createTextCapture,
  givenMember,
  openTestDb,
  testSecrets,
} from '../../testing.ts'
import { receiveReport, reportToken } from './receive-report.ts'
import { moveText, type TextOutcome, type TextReport, textMachine } from './sms.ts'
import { composed, getText, givenText } from './testing.ts'
import { textOnce } from './text-once.ts'

const { db, deps } = await openTestDb()
const token = reportToken(testSecrets)
let ids = 0

async function givenSent() {
  ids += 1
  const providerId = `ATXid_${ids}`
  const ref = await givenText(db, { outcome: { outcome: 'accepted', providerId, cost: null } })
  const report = (said: object) => tell({ providerId, number: null, ...said } as TextReport)
  return { ref, report }
}

const tell = (report: TextReport) => receiveReport(deps, { token, body: JSON.stringify(report) })
const failure = { outcome: 'undelivered', problem: 'network', reason: 'Failed DeliveryFailure' } as const
const delivered = { outcome: 'delivered' } as const

test('a report of success is recorded, and the same one again changes nothing', async () => {
  const { ref, report } = await givenSent()
  await report(delivered)
  const first = await getText(db, ref)
  expect(first).toMatchObject({ state: 'delivered', problem: null })
  await report(delivered)
  expect(await getText(db, ref)).toEqual(first)
})

test('a report of failure names the reason', async () => {
  const { ref, report } = await givenSent()
  await report({ ...failure, problem: 'blocked', reason: 'Rejected UserInBlackList' })
  expect(await getText(db, ref)).toMatchObject({
    state: 'undelivered',
    problem: 'blocked',
    lastError: 'Rejected UserInBlackList',
  })
})

test.each([[[delivered, failure]], [[failure, delivered]], [[delivered, delivered, failure, failure]]])(
  'in whatever order reports come, a text that reached the phone is delivered',
  async (reports) => {
    const { ref, report } = await givenSent()
    for (const said of reports) await report(said)
    expect(await getText(db, ref)).toMatchObject({ state: 'delivered', problem: null, lastError: null })
  },
)

test('fifty concurrent reports settle a text once', async () => {
  const { ref, report } = await givenSent()
  await Promise.all(Array.from({ length: 50 }, (_, i) => report(i % 2 ? delivered : failure)))
  expect(await getText(db, ref)).toMatchObject({ state: 'delivered' })
})

test('a report on a text whose worker died finds it by its number', async () => {
  const ref = await givenText(db, { outcome: null })
  await tell({ providerId: 'ATXid_unseen', number: composed.to, ...delivered })
  expect(await getText(db, ref)).toMatchObject({ state: 'delivered', providerId: 'ATXid_unseen' })
})

test('an unknown id, a refused text and a body that cannot be read change nothing', async () => {
  const refused = await givenText(db, {
    outcome: { outcome: 'refused', isFinal: true, problem: 'number', reason: '403' },
  })
  const before = await getText(db, refused)
  await tell({ providerId: 'ATXid_foreign', number: composed.to, ...delivered })
  await receiveReport({ ...deps, sms: { ...deps.sms, readReport: () => null } }, { token, body: 'x' })
  expect(await getText(db, refused)).toEqual(before)
})

test('only the token of a known key opens the door', async () => {
  const body = JSON.stringify({ providerId: 'x', number: null, ...delivered })
  for (const wrong of ['', 'zz', '00'.repeat(32), token.slice(2)]) {
    await expect(receiveReport(deps, { token: wrong, body })).rejects.toMatchObject({ code: 'NOT_FOUND' })
  }
  const renewed = createSecrets([Buffer.alloc(32, 8), Buffer.alloc(32, 7)])
  await receiveReport({ ...deps, secrets: renewed }, { token, body })
  const forgotten = createSecrets([Buffer.alloc(32, 8)])
  expect(await codeOf(receiveReport({ ...deps, secrets: forgotten }, { token, body }))).toBe('NOT_FOUND')
})

const kind = 'destination-code'
const compose = async () => composed

/** A text's job, which can run again. */
async function givenJob(outcomes: TextOutcome[] = []) {
  const { memberId } = await givenMember(db)
  const ref = { memberId, textId: randomUUID() }
  const { sms, sent } = createTextCapture(outcomes)
  const deps = createTestDeps(db, { sms })
  return { ref, sent, run: () => textOnce(deps, { ...ref, kind, compose }) }
}

test('a text that was taken is not sent by another run of its job', async () => {
  const { ref, sent, run } = await givenJob([
    { outcome: 'accepted', providerId: 'ATXid_1', cost: 'KES 0.8000' },
  ])
  await run()
  expect(await run()).toMatchObject({ state: 'sent' })
  expect(sent).toHaveLength(1)
  expect(await getText(db, ref)).toMatchObject({ state: 'sent', providerId: 'ATXid_1', cost: 'KES 0.8000' })
})

test('a worker that dies between sending and recording leaves a text that is never sent again', async () => {
  const ref = await givenText(db, { outcome: null })
  expect(await getText(db, ref)).toMatchObject({ state: 'sending' })
  const { sms, sent } = createTextCapture()
  const deps = createTestDeps(db, { sms })
  for (const _run of [1, 2]) {
    expect(await textOnce(deps, { ...ref, kind, compose })).toMatchObject({ state: 'unknown' })
  }
  expect(sent).toEqual([])
})

test('an unknown outcome is never sent again', async () => {
  const { ref, sent, run } = await givenJob([{ outcome: 'unknown', reason: 'TimeoutError' }])
  await run()
  expect(await run()).toMatchObject({ state: 'unknown', lastError: 'TimeoutError' })
  expect(sent).toHaveLength(1)
  expect(await getText(db, ref)).toMatchObject({ attempts: 1 })
})

test('a temporary refusal fails the job, whose retry sends the text', async () => {
  const busy = { outcome: 'refused', isFinal: false, problem: 'account', reason: 'HTTP 429' } as const
  const { ref, sent, run } = await givenJob([busy])
  await expect(run()).rejects.toThrow('was refused: HTTP 429')
  expect(await getText(db, ref)).toMatchObject({ state: 'refused', problem: 'account' })
  expect(await run()).toMatchObject({ state: 'sent' })
  expect(sent).toHaveLength(2)
  expect(await getText(db, ref)).toMatchObject({ state: 'sent', problem: null, lastError: null, attempts: 2 })
})

test('a final refusal is not retried', async () => {
  const blocked = { outcome: 'refused', isFinal: true, problem: 'blocked', reason: '406' } as const
  const { sent, run } = await givenJob([blocked])
  expect(await run()).toMatchObject({ state: 'failed', problem: 'blocked' })
  expect(await run()).toMatchObject({ state: 'failed', problem: 'blocked' })
  expect(sent).toHaveLength(1)
})

test('of ten concurrent runs one sends', async () => {
  const { sent, run } = await givenJob()
  await Promise.allSettled(Array.from({ length: 10 }, run))
  expect(sent).toHaveLength(1)
})

test('the database refuses to begin a text that was taken again, whatever a program asks', async () => {
  const { textId } = await givenText(db)
  const again = sql`update sms_delivery set state = 'sending' where text_id = ${textId}`.execute(db)
  await expect(again).rejects.toThrow('a text cannot go from sent to sending')
})

test('nothing is sent where texts are off, or once the text is not wanted any more', async () => {
  const { ref, sent } = await givenJob()
  const { sms } = createTextCapture()
  const off = createTestDeps(db, { sms: { ...sms, transport: null } })
  expect(await textOnce(off, { ...ref, kind, compose })).toBeNull()
  const on = createTestDeps(db, { sms })
  expect(await textOnce(on, { ...ref, kind, compose: async () => null })).toBeNull()
  expect(sent).toEqual([])
})

async function lock(trx: Trx, ref: TextRef) {
  const text = await lockText(trx, ref)
  if (!text) throw new Error('no text')
  return text
}

const hasProblem = (state: string) => ['refused', 'failed', 'undelivered'].includes(state)

testEveryStep(db, textMachine, {
  given: () => givenText(db, { outcome: null }),
  // The guard refuses steps that tests take to begin anywhere.
  put: async (trx, { textId }, to) => {
    await sql`alter table sms_delivery disable trigger sms_delivery_guard`.execute(trx)
    await sql`
      update sms_delivery set state = ${to}, problem = ${hasProblem(to) ? 'network' : null} where text_id = ${textId}
    `.execute(trx)
    await sql`alter table sms_delivery enable trigger sms_delivery_guard`.execute(trx)
  },
  lock,
  move: (trx, text, { to, by }) =>
    moveText(trx, text, { to, by, problem: hasProblem(to) ? 'network' : null, lastError: null }),
  look: async (trx, ref) => {
    const row = await lock(trx, ref)
    return { state: row.state, did: [], row }
  },
})
