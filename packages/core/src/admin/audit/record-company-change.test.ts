import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { recordCompanyChange } from '../../approvals/company-changes.ts'
import { openTestDb } from '../../testing.ts'
import { givenWebhook } from '../../webhooks/testing.ts'
import { setStaffRole } from '../staff/manage-staff.ts'
import { givenStaff, listAudit } from '../testing.ts'

const { db, deps } = await openTestDb()
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
  expect(await listAudit(db, subject)).toEqual([])
})
