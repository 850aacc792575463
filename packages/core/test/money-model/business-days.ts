import { createDb, type Db } from '@chuma/db/client'
import type { TestDb } from '@chuma/db/testing'
import { sql } from 'kysely'
import { keepPoints } from '../../src/books/journal/keep-points.ts'
import { addUpReceivables } from '../../src/receivables/receivables.ts'
import { depsOf, type World } from './world.ts'

/**
 * Let business days end when the model says so, not at midnight. Returns connections whose `now()` is two minutes ahead: for them a day that
 * has just ended is settled.
 */
export async function takeOverDays({ db, url }: Pick<TestDb, 'db' | 'url'>): Promise<Db> {
  await sql`create schema ahead`.execute(db)
  await sql`
    create function ahead.now() returns timestamptz language sql stable as $$ select pg_catalog.now() + interval '2 minutes' $$
  `.execute(db)
  await sql`create table business_day_begun (begins_at timestamptz primary key, day date not null unique)`.execute(
    db,
  )
  await sql`insert into business_day_begun select business_day_start(business_day(now())), business_day(now())`.execute(
    db,
  )
  await sql`
    create or replace function business_day(moment timestamptz) returns date language sql stable as $$
      select coalesce((select day from business_day_begun where begins_at <= moment order by begins_at desc limit 1),
        (moment at time zone 'Africa/Nairobi')::date)
    $$
  `.execute(db)
  await sql`
    create or replace function business_day_start(day date) returns timestamptz language sql stable as $$
      select coalesce((select begins_at from business_day_begun b where b.day = $1), $1::timestamp at time zone 'Africa/Nairobi')
    $$
  `.execute(db)
  return createDb(`${url}?options=-c%20search_path%3Dahead,pg_catalog,public`, { max: 1 })
}

/** The business day ends, and its points and credits are booked. */
export async function endDay(world: World): Promise<void> {
  const { db } = world
  await sql`
    insert into business_day_begun
    select date_trunc('milliseconds', clock_timestamp()), max(day) + 1 from business_day_begun
  `.execute(db)
  await keepPoints({ db: world.ahead })
}

export const addUp = (world: World) => addUpReceivables(depsOf(world))
