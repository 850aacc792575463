import { readFile } from 'node:fs/promises'
import { getBusinessDay } from '@chuma/db/queries/business-day'
import { forgetExpired, RETAINED } from '@chuma/db/queries/retention'
import { createTestDb } from '@chuma/db/testing'
import { sql } from 'kysely'
import { afterAll, expect, test } from 'vitest'
import { givenClick } from '../partners/testing.ts'
import { givenSent, givenWithdrawal, newReceipt, paidResult } from '../payouts/testing.ts'
import { createTestDeps, readRows } from '../testing.ts'
import { findOn } from './testing.ts'
import { verifyLedger } from './verify-ledger.ts'

const { db, close } = await createTestDb({ max: 3 })
afterAll(close)

const id = (n: number) => `00000000-0000-4000-8000-${String(n).padStart(12, '0')}`

/** A callback of this age, read or not. */
async function givenCallback(n: number, daysAgo: number, outcome: string | null = 'applied') {
  await sql`insert into payout_callback (callback_id, kind, token_hash, body, body_hash, received_at)
    values (${id(n)}, 'result', ${`token-${n}`}, 'raw', sha256(${`b${n}`}::bytea), now() - make_interval(days => ${daysAgo}))`.execute(
    db,
  )
  await sql`insert into payout_callback_outcome (callback_id, outcome, due_at, processed_at)
    values (${id(n)}, ${outcome}::text, now(), case when ${outcome}::text is not null then now() end)`.execute(
    db,
  )
}

const listCallbacks = async () =>
  (await readRows(db, 'payoutCallback', ['tokenHash'], {}, 'tokenHash'))
    .map((row) => row.tokenHash)
    .filter((hash) => hash.startsWith('token-'))

test('old callbacks of settled payouts expire, and no other can be removed', async () => {
  await givenCallback(1, 401)
  await givenCallback(2, 399)
  await givenCallback(3, 401, null)
  await givenCallback(4, 401)
  const { memberId, id: withdrawalId } = await givenWithdrawal(db)
  await db
    .insertInto('payoutReference')
    .values({ kind: 'result-token', value: 'token-4', memberId, withdrawalId, attemptNo: 1 })
    .execute()
  await forgetExpired(db)
  expect(await listCallbacks()).toEqual(['token-2', 'token-3', 'token-4'])
  for (const token of ['token-2', 'token-4']) {
    await expect(sql`delete from payout_callback where token_hash = ${token}`.execute(db)).rejects.toThrow(
      'never changed or removed',
    )
  }
})

test('a batch removes no more than it may, and reads by age', async () => {
  for (let n = 20; n < 25; n++) await givenCallback(n, 500)
  const { rows } = await sql<{ n: number }>`select forget_payout_callbacks(2) as n`.execute(db)
  expect(rows).toEqual([{ n: 2 }])
  await forgetExpired(db)
  expect(await listCallbacks()).toEqual(['token-2', 'token-3', 'token-4'])
})

test('an old request of a partner is emptied, and its credit can still be reversed', async () => {
  const deps = createTestDeps(db)
  const { partnerId, member, tell } = await givenClick(deps)
  await tell({ kind: 'credit' })
  await sql`alter table partner_event disable trigger user`.execute(db)
  await sql`update partner_event set received_at = now() - interval '401 days' where partner_id = ${partnerId}`.execute(
    db,
  )
  await sql`alter table partner_event enable trigger user`.execute(db)
  const clear = sql`update partner_event set sealed = null, emptied_at = now() where partner_id = ${partnerId}`
  await forgetExpired(db)
  const read = () =>
    db.selectFrom('partnerEvent').select(['sealed', 'emptiedAt']).where('partnerId', '=', partnerId).execute()
  expect(await read()).toEqual([{ sealed: null, emptiedAt: expect.any(Date) }])
  await tell({ kind: 'reverse' })
  await expect(clear.execute(db)).rejects.toThrow('never changed or removed')
  const { rows } = await sql<{ kinds: string[] }>`
    select array_agg(kind order by seq) as kinds from posting where member_id = ${member.memberId}`.execute(
    db,
  )
  expect(rows[0]?.kinds).toContain('reversal')
})

test('the books agree after everything old has expired', async () => {
  const sent = await givenSent(db)
  await sent.say(paidResult(sent.payment, newReceipt()))
  const day = await getBusinessDay(db)
  await db.transaction().execute(async (trx) => {
    await sql`alter table payout_callback disable trigger user`.execute(trx)
    await sql`update payout_callback set received_at = now() - interval '500 days'`.execute(trx)
    await sql`alter table payout_callback enable trigger user`.execute(trx)
  })
  await forgetExpired(db)
  const { rows } = await sql<{ left: number }>`
    select count(*)::int as left from payout_callback c join payout_callback_outcome o using (callback_id)
    join payout_reference r on r.kind = c.kind || '-token' and r.value = c.token_hash
    join withdrawal w on w.member_id = r.member_id and w.withdrawal_id = r.withdrawal_id where w.status = 'paid'`.execute(
    db,
  )
  expect(rows).toEqual([{ left: 0 }])
  expect(await findOn(sent.deps, day)).toEqual([])
  expect(await verifyLedger(sent.deps)).toMatchObject({ ok: true })
})

test('the page of operations lists what is kept how long', async () => {
  const page = await readFile(new URL('../../../../docs/operations.md', import.meta.url), 'utf8')
  for (const what of RETAINED) {
    const { rows } = await sql<{ days: number }>`select retention_days(${what}) as days`.execute(db)
    expect(page).toContain(`| ${what} | ${rows[0]?.days} days |`)
  }
})
