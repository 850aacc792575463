import { listLedgerFindings, listWalletMembers } from '@chuma/db/queries/books/verify-ledger'
import { tries } from '@chuma/db/testing'
import { sql } from 'kysely'
import { expect } from 'vitest'
import type { FuzzHouse } from './create-fuzz-house.ts'
import type { runFuzz } from './run-fuzz.ts'

type Found = Awaited<ReturnType<typeof runFuzz>>

/** The share of doors that must have let a caller in: a fuzzer that is always refused tests only the refusals. */
const OPENED_SHARE = tries({ short: 0.5, long: 0.75 })

/** Expect that nothing broke or leaked, that most handlers have run, and that the books still add up. */
export async function expectWhole({ db }: FuzzHouse, doors: readonly unknown[], found: Found): Promise<void> {
  const { faults, failures, shut } = found
  expect(faults.join('\n\n'), `${faults.length} faults\n${failures.slice(0, 20).join('\n')}`).toBe('')
  const findings = await db
    .transaction()
    .execute(async (trx) => listLedgerFindings(trx, await listWalletMembers(trx, undefined, 100_000)))
  expect(findings).toEqual([])
  expect(await listBrokenSums(db)).toEqual([])
  expect(Object.prototype).not.toHaveProperty('isAdmin')
  expect(shut.length, `these let no caller in: ${shut.join(', ')}`).toBeLessThan(
    doors.length * (1 - OPENED_SHARE),
  )
}

/** Sums over all members that never change, whatever happens. */
async function listBrokenSums(db: FuzzHouse['db']): Promise<string[]> {
  const { rows } = await sql<{ name: string; left: string; right: string }>`
    with sums (name, a, b) as (values
      ('points in all wallets, and all movements',
        (select coalesce(sum(available + held), 0) from wallet),
        (select coalesce(sum(available_delta + held_delta), 0) from posting)),
      ('held points, and withdrawals under way',
        (select coalesce(sum(held), 0) from wallet),
        (select coalesce(sum(points), 0) from withdrawal where status in ('pending', 'approved'))),
      ('wallets below zero that owe nothing',
        (select count(*) from wallet where available < 0 and not in_reversal_debt), 0),
      ('sources that were paid for twice',
        (select count(*) from (select from posting group by member_id, source_key having count(*) > 1) as twice), 0)
    )
    select name, a::text as left, b::text as right from sums where a <> b
  `.execute(db)
  return rows.map(({ name, left, right }) => `${name}: ${left} and ${right}`)
}
