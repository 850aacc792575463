import type { Db } from '@chuma/db/client'
import { listLedgerFindings, listWalletMembers } from '@chuma/db/queries/books/verify-ledger'
import { findMembers, seedLarge } from '@chuma/db/seed-large'

type Sizes = Parameters<typeof seedLarge>[1]

/**
 * Seed an empty database, and leave one alone that was seeded before. Any other database is refused, because the seeded data
 * cannot be removed again.
 */
export async function fillLarge(db: Db, sizes: Sizes, place: string): Promise<void> {
  const found = await findMembers(db)
  if (found === 'others') throw new Error(`${place} has members already. Give an empty database.`)
  if (found === 'seeded') return say(`${place} was seeded before`)
  const began = performance.now()
  await seedLarge(db, sizes, timed)
  say(`Seeded ${place} in ${seconds(began)}`)
}

/** Recompute every posting of `members` members, as the operator's own check does. */
export async function verifyLarge(db: Db, members: number): Promise<void> {
  await timed(`verifying the ledgers of ${members.toLocaleString('en')} members`, async () => {
    let after: string | undefined
    for (let left = members; left > 0; left -= 2000) {
      const ids = await listWalletMembers(db, after, Math.min(left, 2000))
      after = ids.at(-1)
      if (after === undefined) return
      const findings = await db.transaction().execute((trx) => listLedgerFindings(trx, ids))
      if (findings.length > 0)
        throw new Error(`The ledger does not add up: ${JSON.stringify(findings.slice(0, 5))}`)
    }
  })
}

async function timed(name: string, work: () => Promise<void>): Promise<void> {
  const began = performance.now()
  process.stdout.write(`${name} … `)
  await work()
  say(`done in ${seconds(began)}`)
}

const seconds = (began: number) => `${((performance.now() - began) / 1000).toFixed(1)} s`
const say = (line: string): void => void process.stdout.write(`${line}\n`)
