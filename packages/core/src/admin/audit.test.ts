import { PERMISSIONS } from '@chuma/contract/admin/permissions'
import { insertAuditEntry } from '@chuma/db/queries/admin/audit'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { letDeletionCome } from '../account/testing.ts'
import { recordCompanyChange } from '../approvals/company-changes.ts'
import { visitor } from '../auth/testing.ts'
import { givenWithdrawal } from '../payouts/testing.ts'
import { eraseMembers } from '../personal-data/erase-members.ts'
import { givenMember, giveRole, openTestDb, readRow, readRows } from '../testing.ts'
import { givenWebhook } from '../webhooks/testing.ts'
import { exportAudit, listAudit } from './audit.ts'
import { setStaffRole } from './staff/manage-staff.ts'
import { givenStaff } from './testing.ts'

const { db, deps } = await openTestDb()
const owner = { ...visitor, apiKey: { keyId: '', name: 'test', permissions: PERMISSIONS } }

type Entry = {
  actor?: string
  action?: string
  subject?: string
  at?: string
  reason?: string
  after?: object
}

/** `at`: the time in Nairobi. */
async function write({ at, ...entry }: Entry) {
  const row = { actor: 'staff:wanjiru', action: 'test.done', subject: 'nothing', address: null, ...entry }
  if (at === undefined) return db.transaction().execute((trx) => insertAuditEntry(trx, row))
  const { actor, action, subject } = row
  return sql`insert into audit_entry (at, actor, action, subject)
    values (${at}::timestamp at time zone 'Africa/Nairobi', ${actor}, ${action}, ${subject})`.execute(db)
}
async function writeTable(actor: string): Promise<string> {
  let text = ''
  for await (const piece of await exportAudit(deps, owner, { actor })) text += piece
  return text
}
const find = async (filter: Parameters<typeof exportAudit>[2], limit = 100) =>
  (await listAudit(deps, { ...filter, limit })).map(({ action }) => action)

test('an entry says who did what to whom, why and from where, with the values before and after', async () => {
  const { memberId, email } = await givenMember(db)
  await db.transaction().execute((trx) =>
    insertAuditEntry(trx, {
      actor: 'staff:otieno',
      action: 'member.suspended',
      subject: `member:${memberId}`,
      before: { suspendedAt: null },
      after: { suspendedAt: '2026-11-21' },
      reason: 'Two accounts',
      address: '41.90.0.7',
    }),
  )
  expect(await listAudit(deps, { actor: 'otieno', limit: 5 })).toEqual([
    {
      id: expect.any(Number),
      at: expect.any(Date),
      actor: 'staff:otieno',
      actorName: null,
      action: 'member.suspended',
      subject: `member:${memberId}`,
      memberId,
      memberName: 'Amina Otieno',
      memberEmail: email,
      before: { suspendedAt: null },
      after: { suspendedAt: '2026-11-21' },
      reason: 'Two accounts',
      address: '41.90.0.7',
    },
  ])
})

test('a member’s address or id finds everything about them, withdrawals included', async () => {
  const { memberId, id } = await givenWithdrawal(db)
  const { email } = await readRow(db, 'member', ['email'], { memberId })
  await write({ action: 'test.member', subject: `member:${memberId}` })
  await write({ action: 'test.withdrawal', subject: `withdrawal:${id}` })
  await write({ action: 'test.other', subject: `member:${(await givenMember(db)).memberId}` })
  const both = ['test.withdrawal', 'test.member']
  for (const subject of [email, email.toUpperCase(), memberId, `member:${memberId}`, `member:${email}`])
    expect([subject, await find({ subject })]).toEqual([subject, both])
  expect(await find({ subject: id })).toEqual(['test.withdrawal'])
  expect(await find({ subject: `withdrawal:${id}` })).toEqual(['test.withdrawal'])
  expect((await listAudit(deps, { subject: id, limit: 5 }))[0]).toMatchObject({
    memberId,
    memberName: 'Amina Otieno',
    memberEmail: email,
  })
  expect(await find({ subject: 'nobody@example.com' })).toEqual([])
})

test('an actor is found by name: staff, members, keys and the system', async () => {
  const { memberId, email } = await givenMember(db)
  await write({ action: 'by.staff', actor: 'staff:njeri' })
  await write({ action: 'by.key', actor: 'key:nightly' })
  await write({ action: 'by.member', actor: `member:${memberId}` })
  await write({ action: 'by.system', actor: 'system' })
  expect((await listAudit(deps, { actor: email, limit: 1 }))[0]).toMatchObject({ actorName: 'Amina Otieno' })
  expect(await find({ actor: 'njeri' })).toEqual(['by.staff'])
  expect(await find({ actor: 'key:nightly' })).toEqual(['by.key'])
  expect(await find({ actor: email })).toEqual(['by.member'])
  expect(await find({ actor: memberId })).toEqual(['by.member'])
  expect(await find({ actor: 'system' })).toEqual(['by.system'])
  expect(await find({ actor: 'nobody@example.com' })).toEqual([])
})

test('days are business days, the first and the last included', async () => {
  const days = { actor: 'staff:days' }
  for (const at of [
    '2026-03-01 23:59:59',
    '2026-03-02 00:00:00',
    '2026-03-03 23:59:59',
    '2026-03-04 00:00:00',
  ])
    await write({ ...days, action: at, at })
  expect(await find({ ...days, from: '2026-03-02', to: '2026-03-03' })).toEqual([
    '2026-03-03 23:59:59',
    '2026-03-02 00:00:00',
  ])
  expect(await find({ ...days, from: '2026-03-04' })).toEqual(['2026-03-04 00:00:00'])
})

test('pages continue without gaps, even among entries of one moment', async () => {
  const moment = '2026-04-01 12:00:00'
  for (const action of ['a', 'b', 'c', 'd', 'e']) await write({ action, actor: 'staff:pages', at: moment })
  const read = (after?: number) => listAudit(deps, { actor: 'pages', after, limit: 2 })
  const first = await read()
  const second = await read(first.at(-1)?.id)
  const third = await read(second.at(-1)?.id)
  expect([...first, ...second, ...third].map(({ action }) => action)).toEqual(['e', 'd', 'c', 'b', 'a'])
  expect(await read(third.at(-1)?.id)).toEqual([])
})

test('entries of an erased member lose their texts', async () => {
  const { memberId } = await givenMember(db)
  await write({
    action: 'test.noted',
    subject: `member:${memberId}`,
    reason: 'Amina called',
    after: { note: 'Amina' },
  })
  await letDeletionCome(db, memberId)
  await eraseMembers(deps)
  const [entry] = await listAudit(deps, { subject: memberId, action: 'test.noted', limit: 5 })
  expect(entry).toMatchObject({ reason: 'erased', before: null, after: null })
})

test('the table has what the filters find, without formulas', async () => {
  await write({
    actor: 'staff:table',
    action: 'test.table',
    reason: '=1+1',
    after: { note: 'a "quoted" word' },
  })
  const csv = await writeTable('table')
  const [header, row, end] = csv.split('\r\n')
  expect(header).toBe(
    '\ufeffEntry,Time (Africa/Nairobi),Who,What,About,Member,Before,After,Reason,From address',
  )
  expect(row).toContain(`staff:table,test.table,nothing,,,"{""note"":""a \\""quoted\\"" word""}",'=1+1,`)
  expect(end).toBe('')
})

test('the table is longer than one page', async () => {
  await sql`insert into audit_entry (actor, action, subject)
    select 'staff:many', 'test.many', 'x' from generate_series(1, 2500)`.execute(db)
  const lines = (await writeTable('many')).trim().split('\r\n')
  expect(lines).toHaveLength(2501)
  expect(new Set(lines).size).toBe(2501)
})

test('what a person did is found by any account of theirs, with the others and their keys', async () => {
  const { memberId, email } = await givenMember(db)
  const personId = await giveRole(db, memberId, { role: 'finance' })
  const account = await givenStaff(deps, { personId })
  const stranger = await givenStaff(deps)
  await write({ actor: account.actor.name, action: 'one.staff' })
  await write({ actor: `member:${memberId}`, action: 'one.member' })
  await write({ actor: stranger.actor.name, action: 'other.staff' })
  const findOurs = async (person: string) =>
    (await find({ person })).filter((action) => /^(one|other)\./.test(action))
  expect(await findOurs(email)).toEqual(['one.member', 'one.staff'])
  expect(await findOurs(account.actor.name)).toEqual(['one.member', 'one.staff'])
  expect(await findOurs(stranger.actor.name)).toEqual(['other.staff'])
  expect(await find({ person: 'nobody@example.com' })).toEqual([])
})
await givenWebhook(deps, ['staff.changed'])

async function listTold(subject: string, action = 'staff.role') {
  const { rows: mails } = await sql<{ data: object }>`
    select data from pgboss.job where name = 'send-company-changed' and data ->> 'subject' = ${subject}
      and data ->> 'action' = ${action}
  `.execute(db)
  const { rows: events } = await sql<{ data: object }>`
    select data from webhook_event where type = 'staff.changed' and data ->> 'subject' = ${subject}
      and data ->> 'action' = ${action}
  `.execute(db)
  return { mails: mails.map(({ data }) => data), events: events.map(({ data }) => data) }
}

test('owners are told of a change by mail and by webhook: what, who, when and from where', async () => {
  const boss = await givenStaff(deps)
  const other = await givenStaff(deps, { role: 'finance' })
  await setStaffRole(deps, boss.actor, { id: other.id, role: 'owner' })
  const change = { action: 'staff.role', actor: boss.actor.name, subject: other.actor.name }
  expect(await listTold(other.actor.name)).toEqual({
    mails: [{ ...change, address: boss.actor.address, at: expect.stringMatching(/^20.*Z$/), to: null }],
    events: [{ ...change, changeId: expect.any(String), changedAt: expect.stringMatching(/^20.*Z$/) }],
  })
})

test('a change that is rolled back tells nobody', async () => {
  const subject = 'staff:nobody-at-all'
  const broken = db.transaction().execute(async (trx) => {
    await recordCompanyChange(trx, { action: 'staff.disabled', actor: 'staff:boss', subject, address: null })
    throw new Error('rolled back')
  })
  await expect(broken).rejects.toThrow('rolled back')
  expect(await listTold(subject, 'staff.disabled')).toEqual({ mails: [], events: [] })
  expect(await readRows(db, 'auditEntry', ['action'], { subject })).toEqual([])
})
