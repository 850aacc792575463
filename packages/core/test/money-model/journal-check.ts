import type { AccountCode } from '@chuma/contract/books/journal'
import type { Db } from '@chuma/db/client'
import { sql } from 'kysely'
import { expect } from 'vitest'
import { verifyJournal } from '../../src/books/journal/verify-journal.ts'
import { readAccounts } from './read-accounts.ts'
import { CHARGE_KES } from './staff-steps.ts'
import { movementsOf, type World } from './world.ts'

/** After every step: each currency is even, and members' points, what is held and what is in flight are those of the ledger. */
export async function expectJournalSafe({ db }: World): Promise<void> {
  expect(await verifyJournal(db, { isFull: false }), 'the journal and the ledger').toEqual([])
  await expectJournalEven(db)
}

/** Each currency is even. */
export async function expectJournalEven(db: Db): Promise<void> {
  const { rows } = await sql<{ currency: string }>`
    select currency from journal_day group by currency having sum(debit_minor) <> sum(credit_minor)
  `.execute(db)
  expect(rows, 'currencies that are not even').toEqual([])
}

/** Once everything has come, a day is over and receivables are added up. */
export async function expectJournalToAgree(world: World): Promise<void> {
  await expectMoneyToAgree(world)
  await expectLiabilitiesToAgree(world)
  await expectReceivablesToAgree(world)
}

/** The accounts with money moved by what left and came, and nothing is on its way between a payment and its statement. */
async function expectMoneyToAgree(world: World): Promise<void> {
  const { db, accountsBefore: before, paidByHand } = world
  const now = await readAccounts(db)
  const moved = (account: AccountCode) => (now[account] ?? 0) - (before[account] ?? 0)
  const movements = movementsOf(world)
  const charges = movements.filter(({ of }) => of === null).length * CHARGE_KES
  const methods = await readMethods(world)
  const sumOf = (some: readonly { amountKes: number }[]) =>
    some.reduce((sum, { amountKes }) => sum + amountKes, 0)
  const byHand = (method: string) => sumOf(paidByHand.filter(({ id }) => methods.get(id) === method))
  expect({
    float: moved('float-mpesa') / 100,
    bank: moved('bank') / 100,
    clearing: moved('cash-clearing') / 100,
    charges: moved('payout-charges') / 100,
  }).toEqual({
    float: sumOf(movements) + byHand('mpesa') - charges,
    bank: byHand('bank'),
    clearing: 0,
    charges,
  })
}

async function readMethods({ db, people }: World): Promise<Map<string, string>> {
  const rows = await db
    .selectFrom('withdrawal')
    .select(['withdrawalId', 'method'])
    .where(
      'memberId',
      'in',
      people.map(({ member }) => member.memberId),
    )
    .execute()
  return new Map(rows.map(({ withdrawalId, method }) => [withdrawalId, method]))
}

/** Points are valued at the rate of the day, those of withdrawals at their own. All members count: the journal is one. */
async function expectLiabilitiesToAgree({ db, terms }: World): Promise<void> {
  const { rows } = await sql<{ points: number; debts: number; held: number; inFlight: number }>`
    select coalesce(sum(available) filter (where available > 0), 0)::bigint as points,
      coalesce(-sum(available) filter (where available < 0), 0)::bigint as debts,
      (select coalesce(sum(points * kes_per_point), 0) from withdrawal
        where status in ('pending', 'approved') and payout_state is distinct from 'sent'
          and payout_state is distinct from 'unknown' and payout_state is distinct from 'needs_review')::bigint as held,
      (select coalesce(sum(points * kes_per_point), 0) from withdrawal
        where payout_state in ('sent', 'unknown', 'needs_review'))::bigint as in_flight
    from wallet
  `.execute(db)
  const { points = 0, debts = 0, held = 0, inFlight = 0 } = rows[0] ?? {}
  const now = await readAccounts(db)
  const owed = (account: AccountCode) => (0 - (now[account] ?? 0)) / 100
  expect({
    points: owed('members-points'),
    debts: (now['member-debts'] ?? 0) / 100,
    held: owed('points-held'),
    inFlight: owed('payouts-in-flight'),
  }).toEqual({ points: points * terms.kesPerPoint, debts: debts * terms.kesPerPoint, held, inFlight })
}

/** To the cent, although credits have parts of cents. */
async function expectReceivablesToAgree({ db, partner }: World): Promise<void> {
  const { rows } = await sql<{ journal: number; receivables: number }>`
    select coalesce((select sum(debit_minor - credit_minor) from journal_day
        where account = 'partner-receivables' and partner_id = ${partner.partnerId}), 0)::bigint as journal,
      coalesce((select sum(accrued_cents - reversed_cents) from partner_account_day
        where partner_id = ${partner.partnerId}), 0)::bigint as receivables
  `.execute(db)
  expect(rows[0]?.journal, 'what the partner owes').toBe(rows[0]?.receivables)
}
