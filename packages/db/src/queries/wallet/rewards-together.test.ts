import { sql } from 'kysely'
import pg from 'pg'
import { afterAll, expect, onTestFinished, test, vi } from 'vitest'
import { addMembers, createTestDb } from '../../testing.ts'
import { insertPosting, type NewPosting } from './ledger.ts'

// Points are held here without a withdrawal.
const { db, url, close } = await createTestDb({ isDamaged: true })
afterAll(close)

const givenMembers = (count: number) => addMembers(db, count)

const reward = (memberId: string, change: Partial<NewPosting> = {}): NewPosting => ({
  memberId,
  kind: 'survey',
  availableDelta: 7,
  heldDelta: 0,
  houseAccount: 'rewards',
  sourceKey: 'survey:1',
  description: 'Survey: Tea',
  actor: `member:${memberId}`,
  ...change,
})

const bookAlone = (posting: NewPosting) => db.transaction().execute((trx) => insertPosting(trx, posting))

async function bookTogether(postings: readonly NewPosting[]) {
  const asked = postings.map(({ memberId, availableDelta, sourceKey, subjectId, ...rest }) => ({
    ...rest,
    member_id: memberId,
    points: availableDelta,
    source_key: sourceKey,
    subject_id: subjectId,
  }))
  const { rows } = await sql<{ booked: unknown[][] | null }>`
    insert into rewards_together (asked) values (${JSON.stringify(asked)}) returning booked
  `.execute(db)
  return rows[0]?.booked
}

/** All that the ledger has of a member, save his id, what it was sealed with and when. */
async function readLedger(memberId: string) {
  const { rows } = await sql<{ ledger: unknown }>`
    select jsonb_build_object(
      'wallet', to_jsonb(w) - '{member_id,last_hash}'::text[],
      'is sealed', w.last_hash = (select hash from posting p where p.member_id = w.member_id and p.seq = w.seq),
      'days', (select jsonb_agg(to_jsonb(d) - 'member_id') from earning_day d where d.member_id = w.member_id),
      'postings', (
        select jsonb_agg(to_jsonb(p) - '{member_id,hash,created_at,actor}'::text[] || jsonb_build_object(
          'actor', replace(p.actor, p.member_id::text, 'his'),
          'is sealed', p.hash = posting_hash(coalesce(
            (select hash from posting l where l.member_id = p.member_id and l.seq = p.seq - 1), ''
          ), p)
        ) order by p.seq) from posting p where p.member_id = w.member_id
      )
    ) as ledger from wallet w where w.member_id = ${memberId}
  `.execute(db)
  return rows[0]?.ledger
}

const held: Partial<NewPosting> = { kind: 'hold', availableDelta: -3, heldDelta: 3, houseAccount: null }
const takenBack: Partial<NewPosting> = {
  kind: 'reversal',
  availableDelta: -5,
  houseAccount: 'reversals',
  reversesSeq: 1,
}
const befores: [string, Partial<NewPosting>[]][] = [
  ['nothing', []],
  ['points', [{ availableDelta: 5 }]],
  ['held points', [{ availableDelta: 5 }, held]],
  ['a debt that the reward pays', [{ availableDelta: 5 }, held, takenBack]],
  ['a debt that stays', [{ availableDelta: 20 }, { ...held, availableDelta: -20, heldDelta: 20 }, takenBack]],
]

test.each(befores)('a reward to a member with %s leaves the same, together or alone', async (_, before) => {
  const [alone = '', together = '', other = ''] = await givenMembers(3)
  for (const memberId of [alone, together])
    for (const [index, change] of before.entries())
      await bookAlone(reward(memberId, { sourceKey: `before:${index}`, ...change }))

  const subjectId = crypto.randomUUID()
  await bookAlone(reward(alone, { subjectId }))
  const booked = await bookTogether([reward(other), reward(together, { subjectId })])
  expect(booked).toHaveLength(2)
  const ledger = await readLedger(together)
  expect(ledger).toEqual(await readLedger(alone))
  expect(ledger).toMatchObject({ 'is sealed': true })
  expect(JSON.stringify(ledger)).not.toContain('"is sealed":false')
})

test('of several whom somebody else gives points each is announced', async () => {
  const listener = new pg.Client({ connectionString: url })
  await listener.connect()
  onTestFinished(() => listener.end())
  const told: unknown[] = []
  listener.on('notification', ({ payload }) => told.push(payload))
  await listener.query('listen points_change')
  const [own = '', given = ''] = await givenMembers(2)
  await bookTogether([reward(own), reward(given, { actor: 'partner:acme' })])
  await vi.waitUntil(() => told.length > 0, { interval: 5 })
  expect(told).toEqual([given])
})

test('whoever inserts a posting does not choose its number, its balances, its moment or its seal', async () => {
  const [memberId = ''] = await givenMembers(1)
  await sql`
    insert into posting (
      member_id, kind, available_delta, held_delta, house_account, source_key, description, actor,
      seq, available_after, held_after, hash, created_at
    )
    values (${memberId}, 'survey', 7, 0, 'rewards', 'survey:1', 'Survey: Tea', 'x', 9, 900, 9, 'x', '2020-01-01')
  `.execute(db)
  expect(await readLedger(memberId)).toMatchObject({
    wallet: { available: 7, held: 0, seq: 1 },
    postings: [{ seq: 1, available_after: 7, held_after: 0, 'is sealed': true }],
  })
  const { rows } = await sql`
    select created_at > now() - interval '1 day' as is_now from posting where member_id = ${memberId}
  `.execute(db)
  expect(rows).toEqual([{ isNow: true }])
})

/** Inserts postings from a trigger, as those that book several do, with whatever the rows say. */
async function bookFromTrigger(memberId: string, change: string, amounts = "'survey', 7, 0, 'rewards'") {
  await sql
    .raw(`
    create or replace view any_booking as select null::uuid as member where false;
    create or replace function book_anything() returns trigger language plpgsql as $$
    begin
      insert into posting (
        kind, available_delta, held_delta, house_account, member_id, source_key, description, actor,
        seq, available_after, held_after, hash
      )
      select ${amounts}, w.member_id, 'survey:2', 'Survey: Tea', 'x', ${change} from wallet w where w.member_id = new.member;
      return new;
    end $$;
    create or replace trigger anything_booked instead of insert on any_booking
      for each row execute function book_anything();
  `)
    .execute(db)
  await sql`insert into any_booking (member) values (${memberId})`.execute(db)
}

test.each([
  ['a number too far', 'seq + 1, available, held, last_hash'],
  ['a number that was', 'seq - 1, available, held, last_hash'],
  ['points that nobody has', 'seq, available + 1, held, last_hash'],
  ['points held that are not', 'seq, available, held + 1, last_hash'],
])('of several, one that begins with %s is refused, and nothing is left', async (_, change) => {
  const [memberId = ''] = await givenMembers(1)
  await bookAlone(reward(memberId))
  await expect(bookFromTrigger(memberId, change)).rejects.toThrow(/does not follow|duplicate key/)
  expect(await readLedger(memberId)).toMatchObject({ wallet: { available: 7, held: 0, seq: 1 } })
  await bookFromTrigger(memberId, 'seq, available, held, last_hash')
  expect(await readLedger(memberId)).toMatchObject({ wallet: { available: 14, held: 0, seq: 2 } })
})

test('nothing but rewards is booked together', async () => {
  const [memberId = ''] = await givenMembers(1)
  await bookAlone(reward(memberId))
  const hold = bookFromTrigger(memberId, 'seq, available, held, last_hash', "'hold', -7, 7, null::text")
  await expect(hold).rejects.toThrow('only rewards')
  expect(await readLedger(memberId)).toMatchObject({ wallet: { available: 7, held: 0, seq: 1 } })
})
