import { createMailCapture, createTestDeps, givenMember } from '@chuma/core/testing'
import { createTestDb } from '@chuma/db/testing'
import { sql } from 'kysely'
import { afterAll, expect, test } from 'vitest'
import { createLogger } from '../logging/logger.ts'
import { jobHandlers } from './job-handlers.ts'

const { db, close } = await createTestDb({ max: 4, isDamaged: true })
afterAll(close)

test('a ledger that does not add up is logged as fatal, with the findings', async () => {
  const lines: string[] = []
  const log = createLogger('info', { write: (line: string) => lines.push(line) })
  const verify = () => jobHandlers['verify-ledger']({}, { deps: createTestDeps(db), log })
  const { memberId } = await givenMember(db, { points: 3 })
  await verify()
  expect(lines).toEqual([])

  await sql`alter table wallet disable trigger user`.execute(db)
  await sql`update wallet set available = 1000 where member_id = ${memberId}`.execute(db)
  await verify()
  expect(lines.map((line) => JSON.parse(line))).toEqual([
    expect.objectContaining({
      // Pino's number for fatal.
      level: 60,
      msg: 'the ledger does not add up',
      findings: expect.arrayContaining([expect.objectContaining({ memberId })]),
    }),
  ])
})

test('payouts that stopped are logged as an error, and mailed', async () => {
  const lines: string[] = []
  const log = createLogger('info', { write: (line: string) => lines.push(line) })
  const { mail, sent } = createMailCapture()
  const news = { provider: 'daraja', reason: 'The initiator is locked.', code: '8006', stoppedBy: 'system' }
  await jobHandlers['send-queue-stopped'](news, { deps: createTestDeps(db, { mail }), log })
  expect(sent).toEqual([{ kind: 'sendQueueStopped', mail: news }])
  // Pino's number for an error.
  expect(lines.map((line) => JSON.parse(line))).toMatchObject([
    { ...news, level: 50, msg: 'payouts are stopped' },
  ])
})
