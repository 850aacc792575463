import { economy } from '@chuma/contract/admin/economy/economy'
import { defaultEconomy } from '@chuma/contract/admin/economy/economy-defaults'
import type { Db } from '@chuma/db/client'
import { insertEconomyVersion } from '@chuma/db/queries/admin/economy'
import type { JournalEntry } from '@chuma/db/queries/books/journal'
import { sql } from 'kysely'
import { givenSettled } from '../../admin/approvals/testing.ts'
import { givenClick, givenLinkClick } from '../../partners/testing.ts'
import { bookReceipt } from '../../receivables/receipts.ts'
import { monthsAgo } from '../../receivables/testing.ts'
import { createTestDeps, givenMember } from '../../testing.ts'
import { bookEntry } from '../../wallet/ledger.ts'
import { tamper } from '../testing.ts'
import { keepPoints } from './keep-points.ts'

export const dayAfter = (day: string, days: number) =>
  new Date(Date.parse(day) + days * 24 * 3600 * 1000).toISOString().slice(0, 10)

export const kes = (account: JournalEntry['lines'][number]['account'], minor: number) =>
  ({ account, currency: 'KES', minor }) as const

/** Shillings for a dollar from a moment on. */
export async function setUsdRate(db: Db, kesPerUsd: number, createdAt: string): Promise<void> {
  const { rows } = await sql<{ version: number }>`
    select coalesce(max(version), 0) as version from economy_version
  `.execute(db)
  const record = economy.parse({ ...defaultEconomy, kesPerUsd })
  const row = { record, follows: rows[0]?.version ?? 0, changedBy: 'staff:x', reason: 'x', choice: null }
  await insertEconomyVersion(db, { ...row, createdAt: new Date(createdAt) })
}

/** What happened just now happened then. */
const moveTo = (db: Db, moment: string, day: string) =>
  tamper(
    db,
    sql`update posting set created_at = ${moment} where created_at > business_day_start(business_day(now()))`,
    sql`update partner_accrual set day = ${day} where day = business_day(now())`,
  )

export const bookOn = (db: Db, day: string, sourceKey: string, lines: JournalEntry['lines']) =>
  db
    .transaction()
    .execute((trx) =>
      bookEntry(trx, { sourceKey, kind: 'statement-row', day, description: `On ${sourceKey}`, lines }),
    )

/** Books of two days: the last one of a month, and the first one of last month. A database of its own, with triggers that may be off. */
export async function givenTwoDays(db: Db) {
  const deps = createTestDeps(db)
  const amina = (await givenSettled(deps, { role: 'finance' })).actor
  const brian = (await givenSettled(deps, { role: 'finance' })).actor
  const { day: first } = monthsAgo(1)
  const last = dayAfter(first, -1)
  await setUsdRate(db, 130, `${dayAfter(last, -20)}T12:00:00+03:00`)
  await setUsdRate(db, 140, `${first}T12:00:00+03:00`)
  const solar = await givenClick(deps)
  await solar.tell({ kind: 'credit' })
  // Half an hour before midnight in Nairobi.
  await moveTo(db, `${last}T20:30:00Z`, last)
  const tea = await givenLinkClick(deps, { points: 5 })
  await tea.tell('credit', 't1', { usd: 5.004 })
  await givenMember(db, { points: 4 })
  // Half an hour after it: in UTC the day is still the one before.
  await moveTo(db, `${last}T21:30:00Z`, first)
  await keepPoints(deps, { firstDay: last })
  await bookOn(db, last, 'a charge', [kes('payout-charges', 900), kes('float-mpesa', -900)])
  await bookOn(db, first, 'a top-up', [kes('float-mpesa', 50_000), kes('bank', -50_000)])
  const receipt = await bookReceipt(deps, amina, {
    partnerId: solar.partnerId,
    reference: 'SWIFT 1',
    day: first,
    amountCents: 600,
    kesCents: 820_00,
    chargeKesCents: 8_00,
    invoiceIds: [],
  })
  return { deps, amina, brian, first, last, solar, tea, receipt }
}
