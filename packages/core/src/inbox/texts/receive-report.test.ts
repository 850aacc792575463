import { createTestDb } from '@chuma/db/testing'
import { afterAll, expect, test } from 'vitest'
import { createSecrets } from '../../secrets/secrets.ts'
import { createTestDeps, testSecrets } from '../../testing.ts'
import { receiveReport, reportToken } from './receive-report.ts'
import type { TextReport } from './sms.ts'
import { composed, getText, givenText } from './testing.ts'

const { db, close } = await createTestDb()
afterAll(close)
const deps = createTestDeps(db)
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
  await expect(receiveReport({ ...deps, secrets: forgotten }, { token, body })).rejects.toMatchObject({
    code: 'NOT_FOUND',
  })
})
