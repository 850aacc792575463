import { createTestDb } from '@chuma/db/testing'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { decideApproval } from '../../admin/approvals/decide-approval.ts'
import { givenSettled, pendingOf } from '../../admin/approvals/testing.ts'
import { createTestDeps, readRow } from '../../testing.ts'
import { bookEntry } from '../../wallet/ledger.ts'
import { closePeriod, exportJournal } from './read-books.ts'
import { transferOf } from './testing.ts'

const { db, close } = await createTestDb()
afterAll(close)
const deps = createTestDeps(db)
const on = (sourceKey: string, day: string, description = 'A transfer') =>
  db.transaction().execute((trx) => bookEntry(trx, { ...transferOf(sourceKey), day, description }))
beforeAll(() => on('first', '2026-01-06', '=cmd|x'))

const dayOf = (sourceKey: string) => readRow(db, 'journalEntry', ['day', 'bookedFor'], { sourceKey })

test('a month is closed by two people, in order, and takes no entry from then on', async () => {
  const { actor: amina } = await givenSettled(deps, { role: 'finance' })
  const { actor: brian } = await givenSettled(deps, { role: 'finance' })
  const ask = (month: string) => closePeriod(deps, amina, { month, reason: 'Checked with the bank' })
  await expect(ask('2026-02')).rejects.toMatchObject({ code: 'PERIOD_STATE' })

  const { approvalId } = await pendingOf(ask('2026-01'))
  await on('while it waits', '2026-01-31')
  expect(await dayOf('while it waits')).toMatchObject({ day: '2026-01-31', bookedFor: null })
  const decide = (actor: typeof amina) =>
    decideApproval(deps, actor, { approvalId, decision: 'approve', note: '' })
  await expect(decide(amina)).rejects.toThrow()
  await decide(brian)

  await on('too late', '2026-01-15')
  expect(await dayOf('too late')).toMatchObject({ day: '2026-02-01', bookedFor: '2026-01-15' })
  await expect(ask('2026-01')).rejects.toMatchObject({ code: 'PERIOD_STATE' })
  const { rows } = await sql`select closed_by, approved_by from accounting_period`.execute(db)
  expect(rows).toEqual([{ closedBy: amina.name, approvedBy: brian.name }])
})

test('the journal is exported as accountants import it, and no cell is a formula', async () => {
  const csv = await exportJournal(deps, { from: '2026-01-01', to: '2026-01-10' })
  expect(csv.replace('\ufeff', '').split('\r\n')).toEqual([
    'Date,Reference,Account number,Account name,Debit,Credit,Currency,Memo',
    expect.stringMatching(/^2026-01-06,J\d+,1010,M-Pesa float,1\.00,,KES,'=cmd\|x$/),
    expect.stringMatching(/^2026-01-06,J\d+,1100,Bank,,1\.00,KES,'=cmd\|x$/),
    '',
  ])
})
