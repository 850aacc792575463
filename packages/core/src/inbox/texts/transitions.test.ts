import type { Trx } from '@chuma/db/client'
import { lockText, type TextRef } from '@chuma/db/queries/texts'
import { createTestDb } from '@chuma/db/testing'
import { sql } from 'kysely'
import { afterAll } from 'vitest'
import { testEveryStep } from '../../state-machine.testing.ts'
import { moveText, textMachine } from './sms.ts'
import { givenText } from './testing.ts'

const { db, close } = await createTestDb()
afterAll(close)

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
