import { givenStaff } from '@chuma/core/admin/testing'
import { givenWithdrawal, newReceipt } from '@chuma/core/payouts/testing'
import { sql } from 'kysely'
import { afterAll, expect, test } from 'vitest'
import { callTrpc } from '../../src/testing.ts'
import { givenTwoResults } from './changes/bank-batches.ts'
import { catalogueLooks } from './changes/catalogue.ts'
import { deskLooks } from './changes/desk.ts'
import { figureLooks } from './changes/figure-looks.ts'
import { PASSKEYS, SET_UP } from './changes/house.ts'
import { ALWAYS_WAIT, memberLooks } from './changes/members.ts'
import { offerLooks } from './changes/offers.ts'
import { ROW_BY_ROW } from './changes/payout-queue.ts'
import { createChangesApp, createStaffChanges } from './changes/staff-changes.ts'
import { fingerprint } from './fingerprint.ts'
import { listStaffProcedures } from './list-staff-procedures.ts'

const testApp = await createChangesApp()
const { app, db, deps } = testApp
afterAll(testApp.close)

const changes = createStaffChanges(testApp)

/** Changes nothing (a check), or many things, which are tried below. */
const LOOKS = ['verifyLedger', 'tryQuestionnaire', 'readXlsform', 'writeXlsform'].map(
  (name) => `admin.${name}`,
)
const elsewhere = [...LOOKS, ...ROW_BY_ROW, ...SET_UP, ...PASSKEYS]

const listNames = (wanted: 'query' | 'mutation') => listStaffProcedures(wanted).map(({ path }) => path)

const countEntries = async () => {
  const { n } = await db
    .selectFrom('auditEntry')
    .select(({ fn }) => fn.countAll<number>().as('n'))
    .executeTakeFirstOrThrow()
  return n
}

/** Call while the audit log takes no entry. */
async function withoutLog<T>(call: () => Promise<T>): Promise<T> {
  await sql`create trigger no_log before insert on audit_entry for each statement execute function refuse_change()`.execute(
    db,
  )
  try {
    return await call()
  } finally {
    await sql`drop trigger no_log on audit_entry`.execute(db)
  }
}

test('every change that staff make is tried here', () => {
  expect(
    listNames('mutation').filter((path) => !(path in changes) && !elsewhere.includes(path)),
    'test/access/audit.test.ts: give a call that succeeds',
  ).toEqual([])
  expect(elsewhere.filter((path) => !listNames('mutation').includes(path) || path in changes)).toEqual([])
})

/** A decision about a group is written down for each of its members too. */
const ENTRIES: Record<string, number> = { 'admin.decideCluster': 3 }

test.each(Object.entries(changes))(
  '%s changes nothing when it cannot be logged, and otherwise leaves one entry',
  async (path, prepare) => {
    const { token, input } = await prepare()
    const call = () => callTrpc(app, token, { type: 'mutation', path, input })
    // Attempts are counted outside the transaction, because failed attempts must count too.
    const before = await fingerprint(db, ['throttle'])
    expect((await withoutLog(call)).status).toBe(500)
    expect(await fingerprint(db, ['throttle'])).toEqual(before)

    const entries = await countEntries()
    expect(await call()).toMatchObject({ status: ALWAYS_WAIT.includes(path) ? 202 : 200 })
    expect((await countEntries()) - entries).toBe(ENTRIES[path] ?? 1)
  },
)

/** Reads that need an input. */
const looks: Record<string, () => Promise<object>> = {
  ...memberLooks(() => testApp.member()),
  ...offerLooks(deps),
  ...catalogueLooks(db),
  ...deskLooks({ ...deps, db }),
  ...figureLooks(db),
}

test('reading leaves no audit entry', async () => {
  const { token } = await givenStaff(deps)
  for (const path of listNames('query')) {
    // Their files have numbers and accounts, or single answers, which nobody reads unseen.
    if (['admin.exportManualPayouts', 'admin.exportSurveyResults'].includes(path)) continue
    const input = (await looks[path]?.()) ?? {}
    const before = await countEntries()
    const { status } = await callTrpc(app, token, { type: 'query', path, input })
    expect([path, status, await countEntries()]).toEqual([path, 200, before])
  }
})

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
  await withoutLog(() => callTrpc(app, token, { type: 'mutation', path, input }))
  expect(await fingerprint(db, ['throttle'])).toEqual(before)
})
