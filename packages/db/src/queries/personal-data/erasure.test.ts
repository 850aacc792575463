import { randomUUID } from 'node:crypto'
import { type RawBuilder, sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createTestDb } from '../../testing.ts'
import { insertPosting, insertWallet } from '../wallet/ledger.ts'

const { db, close } = await createTestDb({ isDamaged: true })
afterAll(close)

/** A member with a completed survey, a paid withdrawal, a callback about it and an audit entry. */
async function givenMember(isErased: boolean) {
  const memberId: string = randomUUID()
  const withdrawalId = randomUUID()
  const token = randomUUID()
  const run = (statement: RawBuilder<unknown>) => statement.execute(db)
  await run(sql`insert into member (member_id, email, first_name, last_name, country, password_hash)
    values (${memberId}, ${memberId} || '@x.test', 'Ann', 'Bee', 'Kenya', '-')`)
  await db.transaction().execute(async (trx) => {
    await insertWallet(trx, memberId)
    await insertPosting(trx, {
      memberId,
      kind: 'survey',
      availableDelta: 5,
      heldDelta: 0,
      houseAccount: 'rewards',
      sourceKey: 'survey:1',
      description: 'Survey: Tea',
      actor: 'system',
    })
  })
  await run(sql`insert into survey (survey_id, title, description, reward_usd, duration_minutes, kind)
    values (${withdrawalId}, 't', 'd', 1, 1, 'questions')`)
  await run(sql`insert into survey_attempt (member_id, survey_id, status, reward_points, questions)
    values (${memberId}, ${withdrawalId}, 'in_progress', 5, '[]')`)
  await run(sql`insert into survey_answer (member_id, survey_id, question_id, answer)
    values (${memberId}, ${withdrawalId}, 1, '"Ann"')`)
  await run(
    sql`update survey_attempt set status = 'completed', completed_at = now() where member_id = ${memberId}`,
  )
  await run(sql`insert into withdrawal (member_id, withdrawal_id, status, points, kes_per_point, amount_kes, method,
    mpesa_number, payout_state, receipt, paid_at, admin_comment)
    values (${memberId}, ${withdrawalId}, 'paid', 1, 1000, 1000, 'mpesa', '254712345678', 'paid', 'R1', now(), 'Ann')`)
  await run(sql`insert into payout_reference (kind, value, member_id, withdrawal_id)
    values ('result-token', ${token}, ${memberId}, ${withdrawalId})`)
  await run(
    sql`insert into payout_callback (kind, token_hash, body, body_hash) values ('result', ${token}, 'Ann', 'h')`,
  )
  await run(sql`insert into audit_entry (actor, action, subject, before, after, reason, address)
    values ('staff:eve', 'x', 'member:' || ${memberId}, '{}', '{}', 'Ann', '198.51.100.1')`)
  if (isErased) {
    await run(sql`update member set deletion_due_at = now(), erased_at = now(), first_name = 'Erased',
      last_name = 'member', country = '', password_hash = '', email = 'erased-' || member_id || '@deleted.invalid'
      where member_id = ${memberId}`)
  }
  return { memberId, withdrawalId, token }
}

type Given = Awaited<ReturnType<typeof givenMember>>
let alive: Given
let erased: Given
beforeAll(async () => {
  alive = await givenMember(false)
  erased = await givenMember(true)
})

const removals: [string, (given: Given) => RawBuilder<unknown>][] = [
  ['an answer', ({ memberId }) => sql`delete from survey_answer where member_id = ${memberId}`],
  [
    'where money went',
    ({ memberId }) =>
      sql`update withdrawal set mpesa_number = 'erased', admin_comment = 'erased' where member_id = ${memberId}`,
  ],
  [
    'the body of a callback',
    ({ token }) => sql`update payout_callback set body = '' where token_hash = ${token}`,
  ],
  [
    'the texts of the audit log',
    ({ memberId }) =>
      sql`update audit_entry set before = null, after = null, reason = 'erased' where subject = 'member:' || ${memberId}`,
  ],
]

test.each(removals)('%s of an active member is kept', async (_name, remove) => {
  await expect(remove(alive).execute(db)).rejects.toThrow(
    /never changed|is final|rows are never changed or removed/,
  )
})

const changes: [string, (given: Given) => RawBuilder<unknown>][] = [
  ['a posting', ({ memberId }) => sql`update posting set description = '' where member_id = ${memberId}`],
  ['that a posting was made', ({ memberId }) => sql`delete from posting where member_id = ${memberId}`],
  ['a balance', ({ memberId }) => sql`update wallet set available = 0 where member_id = ${memberId}`],
  [
    'an amount',
    ({ memberId }) => sql`update withdrawal set points = 2, amount_kes = 2000 where member_id = ${memberId}`,
  ],
  ['a receipt', ({ memberId }) => sql`update withdrawal set receipt = 'R2' where member_id = ${memberId}`],
  [
    'a status',
    ({ memberId }) => sql`update withdrawal set status = 'rejected' where member_id = ${memberId}`,
  ],
  [
    'an amount, while its destination is erased',
    ({ memberId }) =>
      sql`update withdrawal set mpesa_number = 'erased', admin_comment = 'erased', points = 2, amount_kes = 2000
        where member_id = ${memberId}`,
  ],
  [
    'another destination',
    ({ memberId }) => sql`update withdrawal set mpesa_number = '254700000000' where member_id = ${memberId}`,
  ],
  [
    'a value that was never set',
    ({ memberId }) => sql`update withdrawal set bank_name = 'erased' where member_id = ${memberId}`,
  ],
  ['that a withdrawal was made', ({ memberId }) => sql`delete from withdrawal where member_id = ${memberId}`],
  [
    'an answer',
    ({ memberId }) => sql`update survey_answer set answer = '"Bee"' where member_id = ${memberId}`,
  ],
  [
    'an attempt',
    ({ memberId }) => sql`update survey_attempt set reward_points = 9 where member_id = ${memberId}`,
  ],
  [
    'an attempt with its rating',
    ({ memberId }) =>
      sql`update survey_attempt set rating = 5, rated_at = now(), reward_points = 9 where member_id = ${memberId}`,
  ],
  [
    'the body of a stored callback',
    ({ token }) => sql`update payout_callback set body = 'Bee' where token_hash = ${token}`,
  ],
  [
    'the hash of a callback',
    ({ token }) => sql`update payout_callback set body_hash = '' where token_hash = ${token}`,
  ],
  ['that a callback came', ({ token }) => sql`delete from payout_callback where token_hash = ${token}`],
  [
    'a reason, to another',
    ({ memberId }) => sql`update audit_entry set reason = 'Fine' where subject = 'member:' || ${memberId}`,
  ],
  [
    'who did it',
    ({ memberId }) =>
      sql`update audit_entry set actor = 'staff:bob' where subject = 'member:' || ${memberId}`,
  ],
  [
    'the address of the actor',
    ({ memberId }) => sql`update audit_entry set address = null where subject = 'member:' || ${memberId}`,
  ],
  [
    'that an entry was written',
    ({ memberId }) => sql`delete from audit_entry where subject = 'member:' || ${memberId}`,
  ],
  [
    'that they were erased',
    ({ memberId }) => sql`update member set erased_at = null where member_id = ${memberId}`,
  ],
  ['the name', ({ memberId }) => sql`update member set first_name = 'Ann' where member_id = ${memberId}`],
  [
    'his address',
    ({ memberId }) => sql`update member set email = 'ann@x.test' where member_id = ${memberId}`,
  ],
  ['the rights', ({ memberId }) => sql`update member set admin_role = 'owner' where member_id = ${memberId}`],
]

test.each(changes)('%s of an erased member never changes', async (_name, change) => {
  await expect(change(erased).execute(db)).rejects.toThrow(
    /never changed|is final|never removed|cannot be changed|only by a posting|member_erased_is_nobody|permission denied/,
  )
})

test.each(removals)('%s of an erased member can be removed, and again', async (_name, remove) => {
  for (let turn = 0; turn < 2; turn++) await remove(erased).execute(db)
})

test('an erased member earns nothing and holds nothing; only a partner can reverse what it paid for', async () => {
  const posting = {
    memberId: erased.memberId,
    heldDelta: 0,
    description: '-',
    actor: 'system',
  }
  const post = (rest: Omit<Parameters<typeof insertPosting>[1], keyof typeof posting>) =>
    db.transaction().execute((trx) => insertPosting(trx, { ...posting, ...rest }))
  await expect(
    post({ kind: 'survey', availableDelta: 5, houseAccount: 'rewards', sourceKey: 'survey:2' }),
  ).rejects.toThrow('was erased')
  await expect(
    post({ kind: 'adjustment', availableDelta: 5, houseAccount: 'adjustments', sourceKey: 'gift' }),
  ).rejects.toThrow('was erased')
  await expect(
    post({
      kind: 'reversal',
      availableDelta: -5,
      houseAccount: 'reversals',
      sourceKey: 'reversal:1',
      reversesSeq: 1,
    }),
  ).resolves.toMatchObject({ availableAfter: 0 })
})

test('a member whose name is left cannot be marked as erased', async () => {
  const { memberId } = await givenMember(false)
  await expect(
    sql`update member set deletion_due_at = now(), erased_at = now() where member_id = ${memberId}`.execute(
      db,
    ),
  ).rejects.toThrow('member_erased_is_nobody')
})
