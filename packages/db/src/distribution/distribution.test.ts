import { sql } from 'kysely'
import { afterAll, expect, test } from 'vitest'
import { createTestDb } from '../testing.ts'
import { findObstacles } from './find-obstacles.ts'
import { renderCitus } from './render-citus.ts'

const { db, close } = await createTestDb()
afterAll(close)

/** List the obstacles after these statements, which are rolled back. */
async function findAfter(...statements: string[]): Promise<string[]> {
  const trx = await db.startTransaction().execute()
  try {
    for (const statement of statements) await sql.raw(statement).execute(trx)
    return await findObstacles(trx)
  } finally {
    await trx.rollback().execute()
  }
}

test('every table, key, reference and trigger can be distributed over several servers', async () => {
  expect(await findObstacles(db)).toEqual([])
})

test('infra/citus.sql is generated from the list of tables', async () => {
  await expect(renderCitus()).toMatchFileSnapshot('../../../../infra/citus.sql')
})

test.each([
  ['create table stray (id int primary key)', 'stray: has no placement'],
  [
    'alter table withdrawal add constraint made_up unique (receipt)',
    'withdrawal.made_up (receipt) does not lead with member_id',
  ],
  [
    'alter table click add constraint made_up unique (reference, member_id)',
    'click.made_up (reference, member_id) does not lead with member_id',
  ],
  [
    'create unique index made_up on session ((md5(user_agent)))',
    'session.made_up ((expression)) does not lead with member_id',
  ],
  [
    'create unique index made_up on destination_owner (member_id) include (destination_hash)',
    'destination_owner.made_up (member_id) does not hold destination_hash',
  ],
  [
    'alter table withdrawal add constraint made_up exclude using btree (receipt with =)',
    'withdrawal.made_up (receipt) does not lead with member_id',
  ],
  ['alter table spin drop constraint spin_pkey', 'spin: has no primary key'],
  [
    'alter table destination_owner add constraint made_up foreign key (member_id) references member',
    'destination_owner.made_up leads to member, which is distributed by something else',
  ],
  [
    'alter table click add column inviter_id uuid constraint made_up references member',
    'click.made_up does not join member_id with member_id of member',
  ],
  [
    'alter table survey add column author_id uuid constraint made_up references member',
    'survey.made_up leads from a table on every server to member',
  ],
  [
    'alter table audit_entry add column member_id uuid constraint made_up references member',
    'audit_entry.made_up leads from a local table to member, which is distributed',
  ],
  [
    'alter table withdrawal add column staff_id uuid constraint made_up references staff',
    'withdrawal.made_up leads from a distributed table to staff, which is local',
  ],
  [
    'alter table spin add constraint made_up foreign key (member_id) references wallet on delete set null',
    'spin.made_up would change member_id',
  ],
  [
    'create trigger made_up after insert on spin for each row execute function guard_final_row()',
    'spin.made_up: has no stated reach',
  ],
  ['alter table spin add column number serial', 'spin.number counts in a type that is too small'],
  ['alter table email_owner rename member_id to owner_id', undefined],
  ['alter table email_owner rename email to address', 'email_owner: has no email, or may lack it'],
  [
    'alter table referral drop constraint referral_friend_id_fkey',
    'referral.referral_friend_id_fkey: an exception for a missing rule',
  ],
  [
    'create function made_up() returns bigint language sql begin atomic select count(*) from member; end',
    'made_up() is bound to tables of one server',
  ],
  [
    `create function made_up() returns void language plpgsql as
      'begin update withdrawal set paid_at = clock_timestamp() where false; end'`,
    'made_up() changes rows with a volatile value',
  ],
])('%s', async (statement, problem) => {
  const found = await findAfter(statement)
  if (problem === undefined) expect(found).toEqual([])
  else expect(found).toContain(problem)
})
