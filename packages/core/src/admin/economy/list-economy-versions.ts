import { type Economy, economy } from '@chuma/contract/admin/economy/economy'
import { defaultEconomy } from '@chuma/contract/admin/economy/economy-defaults'
import type { economyVersion, ListEconomyVersionsInput } from '@chuma/contract/admin/economy/economy-report'
import { listEconomyChanges } from '@chuma/contract/admin/economy/list-economy-changes'
import type { Answer } from '@chuma/contract/timestamp'
import { listVersions } from '@chuma/db/queries/admin/economy'
import type { Deps } from '../../deps.ts'

/** List the versions, newest first, each with its changes. */
export async function listEconomyVersions(
  { db }: Pick<Deps, 'db'>,
  { after, limit }: ListEconomyVersionsInput,
): Promise<Answer<typeof economyVersion>[]> {
  // One more than the page: its last version is compared with the one before.
  const rows = await listVersions(db, { after, limit: limit + 1 })
  return rows.slice(0, limit).map(({ record, ...row }, index) => {
    const earlier = rows[index + 1]?.record
    return { ...row, changes: earlier ? listEconomyChanges(whole(earlier), whole(record)) : [] }
  })
}

const defaults = economy.parse(defaultEconomy)

/** The record as it applied: missing fields had their default. Not parsed, because the schema's rules change. */
const whole = (record: Economy): Economy => ({ ...defaults, ...record })
