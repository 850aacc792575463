import { economy } from '@chuma/contract/admin/economy/economy'
import { defaultEconomy } from '@chuma/contract/admin/economy/economy-defaults'
import type { Rule } from '@chuma/contract/surveys/eligibility/eligibility'
import { countAudience } from '@chuma/core/surveys/eligibility'
import type { Db } from '@chuma/db/client'
import { sql } from 'kysely'
import { openDatabase } from './open-database.ts'
import type { Options } from './read-options.ts'
import { type Row, timeRead } from './report.ts'

const GOAL_MS = 300
const terms = economy.parse(defaultEconomy)

/** From one question to every kind of test, nested. */
const RULES: Record<string, Rule> = {
  'one county': { is: 'any-of', attribute: 'county', codes: ['nairobi'] },
  'county and age': {
    and: [
      { is: 'any-of', attribute: 'county', codes: ['nairobi', 'kiambu', 'kisumu'] },
      { is: 'age', from: 18, to: 34 },
    ],
  },
  'what few say': {
    and: [
      { is: 'any-of', attribute: 'county', codes: ['lamu'] },
      { is: 'any-of', attribute: 'assets', codes: ['car'] },
    ],
  },
  'any of many, and not': {
    and: [
      {
        or: [
          { is: 'none-of', attribute: 'assets', codes: ['car', 'fridge'] },
          { is: 'premium', value: true },
        ],
      },
      { not: { is: 'any-of', attribute: 'sex', codes: ['male'] } },
      { is: 'completed', to: 20 },
      { is: 'flags', to: 2 },
      { is: 'joined-days', from: 30 },
    ],
  },
}

/** Measure how long staff wait for the audience of a rule, among as many members as `audience` says. */
export async function measureAudience({ rounds, audience: members }: Options): Promise<Row[]> {
  const { db, close } = await openDatabase({ durable: false })
  try {
    const id = await fill(db, members)
    const rows: Row[] = []
    for (const [name, rule] of Object.entries(RULES)) {
      const what = `${name}: ${members.toLocaleString('en')} members`
      const count = () => countAudience({ db, economy: async () => terms }, { isRaw: true }, { id, rule })
      rows.push(await timeRead('audience', { what, rounds, mostMs: GOAL_MS }, count))
    }
    return rows
  } finally {
    await close()
  }
}

/** Two thirds were active lately; each said most of five things. Triggers would take longer than all the rest. */
async function fill(db: Db, members: number): Promise<string> {
  // Built at once it takes a fraction of the time of four million entries one by one.
  const { rows } = await sql<{
    index: string
  }>`select pg_get_indexdef('profile_answer_who'::regclass) as index`.execute(db)
  await sql`drop index profile_answer_who`.execute(db)
  await db.transaction().execute(async (trx) => {
    await sql`alter table member disable trigger user`.execute(trx)
    await sql`set local statement_timeout = 0`.execute(trx)
    await sql`
      insert into member (email, first_name, last_name, country, password_hash, created_at)
      select 'm' || n || '@large.example.com', 'M', 'N', 'Kenya', '-', now() - make_interval(days => n % 700)
      from generate_series(1, ${members}::int) n
    `.execute(trx)
    await sql`alter table member enable trigger user`.execute(trx)
    await sql`
      insert into member_seen (member_id, last_seen_at)
      select member_id, now() - random() * interval '45 days' from member
    `.execute(trx)
    const said: Record<string, string> = {
      sex: "array[(array['female', 'male'])[1 + floor(random() * 2)::int]]",
      birth_year: 'array[(1950 + floor(random() * 58)::int)::text]',
      county: `array[(array['nairobi', 'kiambu', 'nakuru', 'kisumu', 'mombasa', 'meru', 'kisii', 'lamu'])[1 + floor(7.05 * random())::int]]`,
      assets:
        "(array['radio', 'television', 'fridge', 'car'])[1 + floor(random() * 2)::int : 2 + floor(random() * 3)::int]",
      work: "array['student']",
    }
    for (const [attribute, codes] of Object.entries(said)) {
      await sql`
        insert into profile_answer (member_id, attribute, codes, answered_at, expires_at, consent_version, source)
        select member_id, ${attribute}, codes, now(), now() + interval '1 year', 1, 'page'
        from (select member_id, ${sql.raw(codes)} as codes from member where random() < 0.85) as each
        where cardinality(codes) > 0
      `.execute(trx)
    }
  })
  await db.connection().execute(async (one) => {
    await sql`set statement_timeout = 0`.execute(one)
    await sql.raw(rows[0]?.index ?? '').execute(one)
    await sql`vacuum (analyze) member, member_seen, profile_answer`.execute(one)
  })
  const { surveyId } = await db
    .insertInto('survey')
    .values({
      title: 'Tea',
      description: 'About tea',
      rewardUsd: 1,
      durationMinutes: 5,
      country: 'Kenya',
      kind: 'instant',
    })
    .returning('surveyId')
    .executeTakeFirstOrThrow()
  return surveyId
}
