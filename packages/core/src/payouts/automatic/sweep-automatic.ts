import { readSwitch } from '@chuma/db/queries/payouts/automatic/automatic-switch'
import { listUndecided } from '@chuma/db/queries/payouts/automatic/payout-decisions'
import { readEconomy } from '../../admin/economy/create-economy-reader.ts'
import type { Deps } from '../../deps.ts'
import { eachAlone } from '../../each-alone.ts'
import { decideAutomatically } from './decide-automatically.ts'

const MOST_AT_ONCE = 100

/**
 * Let the rule look at what its job missed, and at what it has to look at again: every worker runs this every few seconds, and the second
 * of two finds it done.
 */
export async function sweepAutomatic(deps: Deps): Promise<void> {
  const { automaticPayout } = await deps.economy()
  if (automaticPayout === 'off') return
  const { version } = await readEconomy(deps.db)
  const { releasedAt } = await readSwitch(deps.db)
  const due = await listUndecided(deps.db, { ruleVersion: version, releasedAt, limit: MOST_AT_ONCE })
  await eachAlone(deps, due, {
    name: ({ withdrawalId }) => `automatic decision about withdrawal ${withdrawalId}`,
    work: (ref) => decideAutomatically(deps, ref),
  })
}
