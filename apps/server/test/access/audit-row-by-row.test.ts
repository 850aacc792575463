import { givenStaff } from '@chuma/core/admin/testing'
import { givenWithdrawal, newReceipt } from '@chuma/core/payouts/testing'
import { sql } from 'kysely'
import { afterAll, beforeEach, expect, test } from 'vitest'
import { callTrpc, createTestApp } from '../../src/testing.ts'
import { givenTwoResults } from './changes/bank-batches.ts'
import { ROW_BY_ROW } from './changes/payout-queue.ts'
import { fingerprint } from './fingerprint.ts'

const testApp = await createTestApp()
const { app, db, deps } = testApp
afterAll(testApp.close)
const { token } = await givenStaff(deps)

const givenTwo = async (change: (id: string) => Promise<unknown>) => {
  // To different places: one that two members name is on hold.
  const ids = [
    (await givenWithdrawal(db, { method: 'bank' })).id,
    (await givenWithdrawal(db, { mpesaNumber: `2547${String(Date.now()).slice(-8)}` })).id,
  ]
  for (const id of ids) await change(id)
  return ids
}
const approve = (id: string) =>
  sql`update withdrawal set status = 'approved', payout_state = 'manual' where withdrawal_id = ${id}`.execute(
    db,
  )

/** Calls that each change two things. */
const pairs: Record<string, () => Promise<object>> = {
  'admin.approveWithdrawals': async () => ({ ids: await givenTwo(async () => {}) }),
  'admin.importPayments': async () => {
    const [first, second] = await givenTwo(approve)
    return {
      csv: `Withdrawal ID,Reference\n${first},${newReceipt()}\n${second},${newReceipt()}`,
      isDryRun: false,
    }
  },
  'admin.importBankResult': () => givenTwoResults(deps),
  'admin.importSurveys': async () => {
    const [one, two] = [crypto.randomUUID(), crypto.randomUUID()]
    return {
      csv: `Title,Description,Reward USD,Duration,Kind\n${one},About tea,1.00,5,instant\n${two},About tea,1.00,5,instant`,
      isDryRun: false,
    }
  },
}

const countEntries = async () => {
  const { n } = await db
    .selectFrom('auditEntry')
    .select(({ fn }) => fn.countAll<number>().as('n'))
    .executeTakeFirstOrThrow()
  return n
}
beforeEach(() => sql`drop trigger if exists no_log on audit_entry`.execute(db))

test('every call that changes many things is tried here', () => {
  expect(ROW_BY_ROW.filter((path) => !(path in pairs))).toEqual([])
})

test.each(Object.entries(pairs))(
  '%s leaves an audit entry for each of two changes',
  async (path, prepare) => {
    const input = await prepare()
    const before = await countEntries()
    expect(await callTrpc(app, token, { type: 'mutation', path, input })).toMatchObject({ status: 200 })
    expect((await countEntries()) - before).toBe(2)
  },
)

test.each(Object.entries(pairs))('%s changes nothing that cannot be logged', async (path, prepare) => {
  const input = await prepare()
  const before = await fingerprint(db, ['throttle'])
  await sql`create trigger no_log before insert on audit_entry for each statement execute function refuse_change()`.execute(
    db,
  )
  await callTrpc(app, token, { type: 'mutation', path, input })
  expect(await fingerprint(db, ['throttle'])).toEqual(before)
})
