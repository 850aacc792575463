import { type RawBuilder, sql } from 'kysely'
import type { Db, Trx } from '../client.ts'
import { WITHOUT_TIMEOUTS } from '../timeouts.ts'
import { planEvents } from './plan-events.ts'
import { planMembers, writeMembers } from './plan-members.ts'
import { SEEDED_ADDRESS, type SeedSizes, type SeedStep } from './seeded.ts'
import { SET_ASIDE, writeCounts } from './write-counts.ts'
import { writeCatalogue, writeEarning, writePartners } from './write-earning.ts'
import { writeHouse } from './write-house.ts'
import { writeJournal } from './write-journal.ts'
import { writeLedger } from './write-ledger.ts'
import { writePayouts } from './write-payouts.ts'
import { writeWebhooks } from './write-webhooks.ts'

/** Wraps each step, so that someone who waits sees the progress. */
type Report = (name: string, work: () => Promise<void>) => Promise<void>

/**
 * Fill an empty database as if it had been in use for two years, in one transaction that disables the row triggers. The same
 * sizes give the same people and points; dates count from now. Only for a database that `findMembers` calls empty.
 */
export async function seedLarge(db: Db, sizes: SeedSizes, report: Report = (_, work) => work()) {
  const steps: SeedStep[] = [
    planMembers(sizes),
    planEvents(),
    writeMembers(),
    writeLedger(),
    writeCatalogue(),
    writeEarning(),
    writePartners(),
    writePayouts(),
    writeJournal(),
    writeHouse(sizes),
    writeWebhooks(sizes),
    writeCounts(),
  ]
  await db.transaction().execute(async (trx) => {
    await sql.raw(`set local work_mem = '256MB'; ${WITHOUT_TIMEOUTS}`).execute(trx)
    await setTriggers(trx, sql`disable`)
    for (const { name, statements } of steps) await report(name, () => runAll(trx, statements))
    await setTriggers(trx, sql`enable`)
  })
  // VACUUM cannot run in a transaction, so the setting is the session's, and is reset before another caller gets it.
  await report('statistics', () =>
    db
      .connection()
      .execute((one) =>
        runAll(one, [sql`set statement_timeout = 0`, sql`vacuum (analyze)`, sql`reset statement_timeout`]),
      ),
  )
}

async function setTriggers(trx: Trx, change: RawBuilder<unknown>): Promise<void> {
  for (const [table, trigger] of SET_ASIDE) {
    await sql`alter table ${sql.table(table)} ${change} trigger ${sql.id(trigger)}`.execute(trx)
  }
}

async function runAll(db: Db, statements: RawBuilder<unknown>[]): Promise<void> {
  for (const statement of statements) await statement.execute(db)
}

/** Find whose members a database has: nobody's, only seeded ones, or others. */
export async function findMembers(db: Db): Promise<'nobody' | 'seeded' | 'others'> {
  const { rows } = await sql<{ anybody: boolean; others: boolean }>`
    select exists (select from member) as anybody,
      exists (select from member where email not like ${`%${SEEDED_ADDRESS}`} limit 1) as others
  `.execute(db)
  const [found] = rows
  if (found?.others) return 'others'
  return found?.anybody ? 'seeded' : 'nobody'
}
