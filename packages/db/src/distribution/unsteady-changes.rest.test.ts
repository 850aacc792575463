import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { expect, test } from 'vitest'
import { listUnsteadyChanges } from './find-obstacles.ts'

const queries = path.join(import.meta.dirname, '../queries')

test('no change of a distributed table uses a volatile value, which Citus refuses', async () => {
  expect(await listUnsteadyChanges(queries)).toEqual([])
})

test('a change by a volatile value is distinguished from one by the time of its statement', async () => {
  const folder = await mkdtemp(path.join(tmpdir(), 'chuma-queries-'))
  try {
    await writeFile(
      path.join(folder, 'members.ts'),
      `export const isPremium = sql<boolean>\`coalesce(member.premium_until > now(), false)\``,
    )
    await writeFile(
      path.join(folder, 'some.ts'),
      `
import { isPremium } from './members.ts'

const now = sql<Date>\`clock_timestamp()\`
const inSeconds = (seconds: number) => sql<Date>\`\${now} + make_interval(secs => \${seconds})\`
const begun = sql<Date>\`statement_timestamp()\`
export function byTheClock(trx: Trx) {
  return trx.updateTable('payoutAttempt').set({ leaseUntil: inSeconds(5) }).execute()
}
export function byTheClockInSql(trx: Trx) {
  return sql\`update withdrawal set paid_at = clock_timestamp()\`.execute(trx)
}
export function removes(trx: Trx) {
  return trx.deleteFrom('session').where('expiresAt', '<', now).execute()
}
export function byACondition(trx: Trx) {
  return trx.updateTable('member').set({ isSuspended: true }).where(isPremium).execute()
}
export function byAChoice(trx: Trx) {
  return trx.updateTable('click').set({ openedAt: sql\`coalesce(opened_at, \${begun})\` }).execute()
}
export function onConflict(trx: Trx) {
  return trx.insertInto('spin').values({ at: now }).onConflict((it) => it.doUpdateSet({ at: begun })).execute()
}
export function byTheStatement(trx: Trx) {
  return trx.updateTable('payoutAttempt').set({ leaseUntil: sql\`least(lease_until, \${begun})\` }).execute()
}
export function adds(trx: Trx) {
  return trx.insertInto('spin').values({ at: now }).onConflict((it) => it.doNothing()).execute()
}
export async function readsFirst(trx: Trx) {
  await trx.selectFrom('session').select(now.as('now')).execute()
  await trx.updateTable('session').set({ revokedAt: begun }).execute()
}
export function ofTheHouse(trx: Trx) {
  return trx.updateTable('webhookDelivery').set({ settledAt: now }).execute()
}
`.trim(),
    )
    expect(await listUnsteadyChanges(folder)).toEqual([
      'some.byAChoice changes click',
      'some.byACondition changes member',
      'some.byTheClock changes payout_attempt',
      'some.byTheClockInSql changes withdrawal',
      'some.onConflict changes spin',
      'some.removes changes session',
    ])
  } finally {
    await rm(folder, { recursive: true })
  }
})
