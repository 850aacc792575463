import { getCashForecast, getExposure, getProfitAndLoss } from '@chuma/core/books/journal/read-books'
import type { Db } from '@chuma/db/client'
import { getTrialBalance, listPeriods } from '@chuma/db/queries/books/journal'
import { findMembers, seedLarge } from '@chuma/db/seed-large'
import { sql } from 'kysely'
import { openDatabase } from './open-database.ts'
import type { Options } from './read-options.ts'
import { type Row, timeRead } from './report.ts'

const MAX_MS = 1000

/** Measure what the pages of the books ask for, on a database of `npm run seed:large`, or on the largest of `sizes`. */
export async function measureBooks({ rounds, sizes, large }: Options): Promise<Row[]> {
  const database = await openDatabase({ folder: large, durable: false })
  const { db } = database
  try {
    const members = Math.max(...sizes)
    if ((await findMembers(db)) === 'nobody')
      await seedLarge(db, { members, postings: members * 10, withdrawals: members / 10 })
    const size = await describeSize(db)
    const rows: Row[] = []
    for (const [name, read] of Object.entries(await listReads(db)))
      rows.push(await timeRead('books', { what: `${name}, ${size}`, rounds, mostMs: MAX_MS }, read))
    return rows
  } finally {
    await database.close()
  }
}

async function listReads(db: Db): Promise<Record<string, () => Promise<unknown>>> {
  const { rows } = await sql<{ yearAgo: string; from: string; to: string }>`
    select business_day(now()) - 365 as year_ago, (date_trunc('month', business_day(now())::timestamp) - interval '1 month')::date as from,
      (date_trunc('month', business_day(now())::timestamp) - interval '1 day')::date as to
  `.execute(db)
  const [days] = rows
  if (!days) throw new Error('a select without a table gives one row')
  const { yearAgo: day, ...month } = days
  return {
    'trial balance': () => getTrialBalance(db, {}),
    'trial balance of a year ago': () => getTrialBalance(db, { day }),
    'profit and loss of a month': () => getProfitAndLoss({ db }, month),
    exposure: () => getExposure({ db }),
    'cash forecast': () => getCashForecast({ db }),
    'list of months': () => listPeriods(db),
  }
}

async function describeSize(db: Db): Promise<string> {
  const { rows } = await sql<{ members: number; entries: number; days: number }>`
    select (select count(*) from member) as members, (select count(*) from journal_entry) as entries,
      (select count(*) from journal_day) as days
  `.execute(db)
  const { members = 0, entries = 0, days = 0 } = rows[0] ?? {}
  const [each, booked, summed] = [members, entries, days].map((count) => count.toLocaleString('en'))
  return `${each} members, ${booked} entries, ${summed} rows of days`
}
