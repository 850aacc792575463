import { randomUUID } from 'node:crypto'
import { createTestDb } from '@chuma/db/testing'
import { sql } from 'kysely'
import { afterAll, expect, test } from 'vitest'
import { createTestDeps, createTextCapture, givenMember } from '../../testing.ts'
import type { TextOutcome } from './sms.ts'
import { composed, getText, givenText } from './testing.ts'
import { textOnce } from './text-once.ts'

const { db, close } = await createTestDb()
afterAll(close)

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
