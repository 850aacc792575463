import type { Db } from '@chuma/db/client'
import { findCauses } from '@chuma/db/queries/admin/system'
import { AFTER_LEDGER, STORY_TABLES } from '@chuma/db/seed-story/story-rows'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { keepFigures } from '../../admin/analytics.ts'
import { ensureEconomy } from '../../admin/economy.ts'
import { verifyJournal } from '../../books/journal/verify-journal.ts'
import { reconcileDay, reconcileYesterday } from '../../books/reconciliation.ts'
import { verifyLedger } from '../../books/verify-ledger.ts'
import { releaseCredits } from '../../partners/credits.ts'
import { settleForgottenEvents } from '../../partners/events.ts'
import { sweepPayouts } from '../../payouts/attempts/sweep-payouts.ts'
import { eraseMembers } from '../../personal-data/erase-members.ts'
import { sweepPremium } from '../../premium/payments.ts'
import { expireSurveys } from '../../surveys/surveys.ts'
import { openTestDb, testSecrets } from '../../testing.ts'
import { sweepWebhooks } from '../../webhooks/deliveries.ts'
import { ensureDemoQuestions, ensureDemoSurveys, ensureDemoTasks } from '../catalogue.ts'
import { seedDemo } from '../seed-demo.ts'
import { seedStory } from './create-story.ts'
import { openStoryDb } from './testing.ts'

const { db, deps } = await openStoryDb()
const bare = await openTestDb()

const DAYS = 90

/** Every row of every table that the story fills, without the numbers that sequences give. */
async function dump(of: Db): Promise<Record<string, unknown[]>> {
  const tables: Record<string, unknown[]> = {}
  for (const table of [
    ...STORY_TABLES,
    ...AFTER_LEDGER,
    'pageView',
    'providerStatement',
    'statementRow',
    'statementEntry',
    'statementClaim',
    'statementDesk',
    'reconciliationRun',
    'reconciliationDifference',
    'posting',
    'wallet',
    'earningDay',
  ] as const) {
    const { rows } = await sql<{ row: object }>`
      select to_jsonb(t) - '{entry_id,version,respondent_key}'::text[] as row from ${sql.table(table)} t order by 1`.execute(
      of,
    )
    tables[table] = rows.map(({ row }) => row)
  }
  return tables
}

test('the books agree with the ledger, and every month has revenue and expenses', async () => {
  expect(await verifyJournal(db, { isFull: true })).toEqual([])
  // The story's own: the product finds the books opened.
  const { rows: opening } = await sql`select source_key from journal_entry where kind = 'opening'`.execute(db)
  expect(opening).toEqual([{ sourceKey: 'story-capital' }])
  const { rows } = await sql<{ accounts: string[] }>`
    select array_agg(distinct account order by account) as accounts from journal_line
    where account in ('partner-revenue', 'rewards-expense', 'premium-revenue') group by date_trunc('month', day)
  `.execute(db)
  expect(rows.length).toBeGreaterThanOrEqual(3)
  expect(rows[1]?.accounts).toEqual(['partner-revenue', 'premium-revenue', 'rewards-expense'])
})

test('no account of money is ever below nothing', async () => {
  const { rows } = await sql<{ account: string; lowest: number }>`
    select account, min(balance) as lowest from (
      select account, sum(sum(minor)) over (partition by account order by day) as balance from journal_line
      where currency = 'KES' and account in ('bank', 'float-mpesa') group by account, day
    ) as days group by account having min(balance) < 0
  `.execute(db)
  expect(rows).toEqual([])
})

test('every bank payment is on the bank’s statement', async () => {
  const { rows } = await sql`
    select w.receipt from withdrawal w where w.method = 'bank' and w.status = 'paid'
      and w.paid_at < business_day_start(business_day(now()))
      and not exists (select from statement_claim c where c.subject = 'payout:' || w.withdrawal_id)
  `.execute(db)
  expect(rows).toEqual([])
})

test('two loads at the same time of day give the same rows, each with about a hundred statements', async () => {
  await ensureEconomy(bare.db)
  await ensureDemoSurveys({ ...bare, secrets: testSecrets })
  await ensureDemoTasks(bare.db)
  await ensureDemoQuestions(bare.db)
  const now = new Date()
  let statements = 0
  const loads: Record<string, unknown[]>[] = []
  for (const _ of [1, 2]) {
    const rolledBack = new Error('enough')
    const load = bare.db.transaction().execute(async (trx) => {
      const counted = trx.withPlugin({
        transformQuery: ({ node }) => {
          statements += 1
          return node
        },
        transformResult: async ({ result }) => result,
      })
      const inside = {
        transaction: () => ({ execute: (work: (within: typeof counted) => unknown) => work(counted) }),
      }
      await seedStory(
        {
          db: inside as unknown as Db,
          passwords: { ...deps.passwords, hash: async () => '-' },
          secrets: testSecrets,
        },
        { now, password: '' },
      )
      loads.push(await dump(trx))
      throw rolledBack
    })
    await expect(load).rejects.toBe(rolledBack)
  }
  expect(statements / 2).toBeLessThan(115)
  expect(loads[1]).toEqual(loads[0])
  expect(loads[0]?.posting?.length).toBeGreaterThan(1500)
})

test('the ledger adds up, and all triggers are on again', async () => {
  expect(await verifyLedger(deps)).toMatchObject({ ok: true, findings: [] })
  const { rows } = await sql`
    select tgname from pg_trigger where not tgisinternal and tgenabled = 'D'`.execute(db)
  expect(rows).toEqual([])
})

test('a second start tells no second story', async () => {
  const before = await dump(db)
  await seedStory(deps, { password: 'demo-chuma' })
  await seedDemo(deps, { hasStory: true })
  expect(await dump(db)).toEqual(before)
})

test('a fresh demo begins without an alarm', async () => {
  const { taxDueDay } = await deps.economy()
  expect(await findCauses(db, taxDueDay)).toEqual([])
})

test('comparing all ninety days again finds nothing else', async () => {
  const look = async () => ({
    runs: await db
      .selectFrom('reconciliationRun')
      .selectAll()
      .orderBy('day')
      .execute()
      .then((runs) => runs.map(({ madeAt: _, madeBy: __, ...run }) => run)),
    differences: await db
      .selectFrom('reconciliationDifference')
      .selectAll()
      .orderBy('differenceId')
      .execute(),
  })
  const before = await look()
  const ahead = db.selectFrom('reconciliationRun').select('day').where('madeAt', '>', sql<Date>`now()`)
  expect(await ahead.execute()).toEqual([])
  // Yesterday's comparison is made at a quarter past one.
  expect(before.runs.length).toBeGreaterThanOrEqual(DAYS - 2)
  expect(before.differences.length).toBeGreaterThan(3)
  for (const { day } of before.runs)
    await reconcileDay(deps, { name: 'staff:finance', address: null }, { day })
  expect(await look()).toEqual(before)
})

test('no background job changes the story on its first day', async () => {
  const look = async () => {
    const { auditEntry: _, reconciliationRun: __, ...rows } = await dump(db)
    const jobs = await sql`select name, count(*) from pgboss.job group by 1 order by 1`.execute(db)
    return { rows, jobs: jobs.rows }
  }
  const before = await look()
  await sweepPayouts(deps)
  await sweepPremium(deps)
  await sweepWebhooks(deps)
  await releaseCredits(deps)
  await settleForgottenEvents(deps)
  await expireSurveys(deps)
  await eraseMembers(deps)
  await keepFigures(deps)
  expect(await reconcileYesterday(deps)).toEqual([])
  expect(await look()).toEqual(before)
  expect(await db.selectFrom('capturedMail').select('mailId').execute()).toEqual([])
})
