import { randomUUID } from 'node:crypto'
import { openSession } from '@chuma/core/auth/log-in'
import { visitor } from '@chuma/core/auth/testing'
import { givenClient } from '@chuma/core/clients/testing'
import { publishQuestionnaire } from '@chuma/core/surveys/questionnaire/save-questionnaire'
import { givenDraft } from '@chuma/core/surveys/questionnaire/testing'
import { givenPeople } from '@chuma/core/surveys/results/testing'
import { givenMember } from '@chuma/core/testing'
import type { Db, Trx } from '@chuma/db/client'
import { isLongRun } from '@chuma/db/testing'
import { sql } from 'kysely'
import { largestQuestionnaire } from './largest-questionnaire.ts'
import type { House } from './open-house.ts'

/** Insert rows without what triggers would check and tell about each. */
async function insertMany(db: Db, tables: readonly string[], insert: (trx: Trx) => Promise<unknown>) {
  await db.transaction().execute(async (trx) => {
    for (const table of tables) await sql`alter table ${sql.table(table)} disable trigger user`.execute(trx)
    await insert(trx)
    for (const table of tables) await sql`alter table ${sql.table(table)} enable trigger user`.execute(trx)
  })
}

/** As many entries of the audit log as one file has. */
export const givenAudit = ({ db }: House) =>
  insertMany(db, ['audit_entry'], (trx) =>
    sql`insert into audit_entry (actor, action, subject, before, after, reason)
      select 'staff:fatuma', 'economy.changed', 'economy:' || n,
        jsonb_build_object('note', repeat('Before ', 40), 'n', n), jsonb_build_object('note', repeat('After ', 40), 'n', n), 'As agreed'
      from generate_series(1, 50000) n`.execute(trx),
  )

/** As many lines of the journal as one file has, on one day. */
export const givenJournal = ({ db }: House) =>
  insertMany(db, ['journal_entry', 'journal_line'], async (trx) => {
    await sql`insert into journal_entry (source_key, kind, day, description, lines, booked_at)
      select 'large:' || n, 'statement-row', '2025-06-01', 'A transfer of the bank, with its narrative ' || n, '[]', now()
      from generate_series(1, 50000) n`.execute(trx)
    await sql`insert into journal_line (entry_id, line_no, account, currency, minor, day)
      select entry_id, line, case line when 1 then 'float-mpesa' else 'bank' end, 'KES', case line when 1 then 12345 else -12345 end, day
      from journal_entry, generate_series(1, 2) line where source_key like 'large:%'`.execute(trx)
  })

/** A member with as many postings in one month as twenty a day make in three years. */
export async function givenBusyMember({ db }: House) {
  const { memberId } = await givenMember(db, { isSignedIn: false })
  await insertMany(db, ['posting', 'wallet'], (trx) =>
    sql`insert into posting (member_id, seq, kind, available_delta, held_delta, available_after, held_after, house_account, source_key, description, actor, created_at, hash)
      select ${memberId}, n, 'adjustment', 1, 0, n, 0, 'adjustments', 'large:' || n, 'A posting of a busy member ' || n, 'system', now(), decode('00', 'hex')
      from generate_series(1, 20000) n`.execute(trx),
  )
  const { token } = await db.transaction().execute((trx) => openSession(trx, visitor, { memberId }))
  return token
}

/** A client who pays for as many answers as one data set has. */
export async function givenLargeSurvey({ db, deps }: House) {
  const client = await givenClient(deps)
  await givenPeople(db, { surveyId: client.surveyId, people: isLongRun ? 100_000 : 10_000 })
  await insertMany(db, ['client_place'], (trx) =>
    sql`insert into client_place (survey_id, member_id, order_id, price_cents, is_charged)
      select survey_id, member_id, gen_random_uuid(), 90000, true from survey_attempt
      where survey_id = ${client.surveyId}`.execute(trx),
  )
  await sql`analyze survey_answer, survey_attempt, client_place`.execute(db)
  return client
}

const STAFF = { name: 'staff:test', address: null }

/** More people than are read at once, who answered each of the two hundred questions of the largest questionnaire. */
export async function givenWideSurvey({ db, deps }: House): Promise<string> {
  const id = await givenDraft(db, largestQuestionnaire)
  await publishQuestionnaire(deps, STAFF, { id, version: 1 })
  await insertMany(db, ['member', 'survey_attempt', 'survey_answer'], async (trx) => {
    await sql`create temp table wide on commit drop as select gen_random_uuid() as member_id, n from generate_series(1, 600) n`.execute(
      trx,
    )
    await sql`insert into member (member_id, email, first_name, last_name, country, password_hash)
      select member_id, ${randomUUID()} || n || '@wide.example', 'Amina', 'Otieno', 'Kenya', '-' from wide`.execute(
      trx,
    )
    await sql`insert into survey_attempt (member_id, survey_id, reward_points, questions, questionnaire_version)
      select member_id, ${id}, 5, '[]', 1 from wide`.execute(trx)
    await sql`insert into survey_answer (member_id, survey_id, question_id, answer)
      select member_id, ${id}, question, case when question <= 50 then to_jsonb(1 + n % 5) when question <= 100 then to_jsonb(n * question)
        else jsonb_build_object('choices', jsonb_build_array('o' || n % 50, 'o' || (n + 1) % 50)) end
      from wide, generate_series(1, 200) question`.execute(trx)
    await sql`update survey_attempt set status = 'completed', completed_at = now(), ended_at = now() where survey_id = ${id}`.execute(
      trx,
    )
  })
  await sql`analyze survey_answer, survey_attempt`.execute(db)
  return id
}

/** As many withdrawals as one bulk approval looks at. */
export const givenPending = ({ db }: House) =>
  insertMany(db, ['member', 'wallet', 'withdrawal'], async (trx) => {
    await sql`create temp table many on commit drop as select gen_random_uuid() as member_id, n from generate_series(1, 1000) n`.execute(
      trx,
    )
    await sql`insert into member (member_id, email, first_name, last_name, country, password_hash)
      select member_id, n || '@pending.example', 'Amina', 'Otieno', 'Kenya', '-' from many`.execute(trx)
    await sql`insert into wallet (member_id, held) select member_id, 2 from many`.execute(trx)
    await sql`insert into withdrawal (member_id, points, kes_per_point, amount_kes, method, mpesa_number, is_in_review)
      select member_id, 2, 1000, 2000, 'mpesa', '254712345678', n % 2 = 0 from many`.execute(trx)
  })
