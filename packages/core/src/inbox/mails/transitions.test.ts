import type { Trx } from '@chuma/db/client'
import { lockMail } from '@chuma/db/queries/mail'
import { createTestDb } from '@chuma/db/testing'
import { sql } from 'kysely'
import { afterAll, expect, test } from 'vitest'
import { testEveryStep } from '../../state-machine.testing.ts'
import { mailColumns, mailMachine, moveMail, stateOf } from '../mails.ts'
import { givenMail } from './testing.ts'

const { db, close } = await createTestDb()
afterAll(close)

async function lock(trx: Trx, jobId: string) {
  const mail = await lockMail(trx, jobId)
  if (!mail) throw new Error('no mail')
  return mail
}

testEveryStep(db, mailMachine, {
  given: () => givenMail(db, { kind: 'sendPasswordReset', outcome: null }),
  put: (trx, jobId, to) => {
    const { state, isSettled } = mailColumns[to]
    return sql`
      update mail_delivery set state = ${state}, settled_at = case when ${isSettled} then now() end, last_error = 'x'
      where job_id = ${jobId} and state <> ${state}
    `.execute(trx)
  },
  lock,
  move: (trx, mail, step) => moveMail(trx, mail, { ...step, lastError: 'RCPT TO 550' }),
  look: async (trx, jobId) => {
    const row = await lock(trx, jobId)
    return { state: stateOf(row), did: [], row }
  },
})

test('a mail that was finally refused after it was read is not sent again', async () => {
  const jobId = await givenMail(db, { outcome: { outcome: 'refused', isFinal: false, reason: '451' } })
  const again = db.transaction().execute(async (trx) => {
    const mail = await lock(trx, jobId)
    await sql`update mail_delivery set settled_at = now() where job_id = ${jobId}`.execute(trx)
    await moveMail(trx, mail, { to: 'sending', by: 'worker' })
  })
  await expect(again).rejects.toThrow('no step from refused to sending')
})
