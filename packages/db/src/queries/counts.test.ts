import { sql } from 'kysely'
import { afterAll, expect, test } from 'vitest'
import { createTestDb } from '../testing.ts'
import { addUpCounts, countsOf } from './counts.ts'

const { db, close } = await createTestDb()
afterAll(close)

const HOUSE = sql`
  with person as (
    insert into member (first_name, last_name, email, country, password_hash)
    values ('Ann', 'Otieno', gen_random_uuid() || '@example.com', 'Kenya', 'x') returning member_id
  ), asked as (
    insert into quiz_question (question, option_a, option_b, option_c, option_d, correct_answer)
    values ('Capital?', 'Nairobi', 'Kisumu', 'Nakuru', 'Thika', 'A') returning question_id
  ), offer as (
    insert into survey (title, description, reward_usd, duration_minutes, kind)
    values ('Tea', '', 0.5, 5, 'questions') returning survey_id
  ), video as (
    insert into task (kind, title, description, points, url, min_time_seconds)
    values ('video', 'Film', '', 5, 'https://video.example/1', 10) returning task_id
  )
  select * from person, asked, offer, video`

type House = { memberId: string; questionId: string; surveyId: string; taskId: string }

async function givenHouse(): Promise<House> {
  const { rows } = await sql<House>`${HOUSE}`.execute(db)
  const [house] = rows
  if (!house) throw new Error('nothing was inserted')
  await sql`insert into wallet (member_id) values (${house.memberId})`.execute(db)
  return house
}

/** A day of a member, so long ago: one of each, and one right answer. */
async function use({ memberId, questionId, surveyId, taskId }: House, minutesAgo: number): Promise<void> {
  const at = sql`now() - make_interval(mins => ${minutesAgo})`
  const day = sql`date '2026-01-01' - ${minutesAgo}::int`
  const asked = JSON.stringify([{ id: questionId, correctAnswer: 'A' }])
  for (const statement of [
    sql`insert into spin (member_id, day, points, drawn_from, spun_at) values (${memberId}, ${day}, 3, '{}', ${at})`,
    sql`insert into quiz_attempt (member_id, day, questions, answers, correct, points, submitted_at)
      values (${memberId}, ${day}, ${asked}, jsonb_build_object(${questionId}::text, 'A'), 1, 2, ${at})`,
    sql`insert into task_view (member_id, view_id, task_id, kind, required_seconds, claimed_at, day, points)
      values (${memberId}, gen_random_uuid(), ${taskId}, 'video', 10, ${at}, ${day}, 5)`,
    sql`insert into click (member_id, click_id, survey_id, title, points, reference, clicked_at)
      values (${memberId}, gen_random_uuid(), ${surveyId}, 'Tea', 5, gen_random_uuid()::text, ${at})`,
  ])
    await statement.execute(db)
}

async function readFigures({ questionId, surveyId, taskId }: House) {
  const { rows } = await sql`
    select (select sum(spins) from ${countsOf('spin')} s)::int as spins,
      (select sum(points) from ${countsOf('spin')} s)::int as spun,
      (select clicks from ${countsOf('survey')} s where survey_id = ${surveyId})::int as clicks,
      (select uses from ${countsOf('task')} t where task_id = ${taskId})::int as uses,
      (select points from ${countsOf('task')} t where task_id = ${taskId})::int as paid,
      (select correct from ${countsOf('question')} q where question_id = ${questionId})::int as correct
  `.execute(db)
  return rows[0]
}

const addUp = () => db.transaction().execute(addUpCounts)

test('figures are exact before, while and after they are added up, however often and at once that happens', async () => {
  const house = await givenHouse()
  for (const minutesAgo of [50, 30, 5]) await use(house, minutesAgo)
  const figures = { spins: 3, spun: 9, clicks: 3, uses: 3, paid: 15, correct: 3 }
  expect(await readFigures(house)).toEqual(figures)
  await Promise.all([addUp(), addUp(), addUp()])
  expect(await readFigures(house)).toEqual(figures)
  await use(house, 1)
  await addUp()
  expect(await readFigures(house)).toEqual({ spins: 4, spun: 12, clicks: 4, uses: 4, paid: 20, correct: 4 })
  const { rows } = await sql`select sum(spins)::int as kept from spin_count`.execute(db)
  expect(rows).toEqual([{ kept: 2 }])
})

test('what the job has missed for hours is counted with its next run', async () => {
  const house = await givenHouse()
  const { spins } = (await readFigures(house)) as { spins: number }
  await sql`update count_mark set until = now() - interval '1 day'`.execute(db)
  await sql`delete from spin_count`.execute(db)
  await use(house, 600)
  await addUp()
  expect(await readFigures(house)).toMatchObject({ spins: spins + 1, clicks: 1, uses: 1, correct: 1 })
})
