import { type ChangeEconomyInput, type Economy, economy } from '@chuma/contract/admin/economy/economy'
import type { EconomyReport } from '@chuma/contract/admin/economy/economy-report'
import { type EconomyChange, listEconomyChanges } from '@chuma/contract/admin/economy/list-economy-changes'
import { type FieldProblems, problem } from '@chuma/contract/problems'
import { toFieldProblems } from '@chuma/contract/to-field-problems'
import type { Trx } from '@chuma/db/client'
import { insertAuditEntry } from '@chuma/db/queries/admin/audit'
import { insertEconomyVersion } from '@chuma/db/queries/admin/economy'
import { hastenPrepared } from '@chuma/db/queries/payouts/payout-attempts'
import { AppError } from '../../app-error.ts'
import type { Deps } from '../../deps.ts'
import type { StaffActor } from '../staff/require-staff.ts'
import { readEconomy } from './create-economy-reader.ts'
import { getEconomyReport } from './get-economy-report.ts'

/**
 * Writes a new version of the economy record: the newest one with `changes` in it. Counts from the commit on: at once in
 * this process, as soon as it is announced in the others. What was fixed before (a withdrawal's rate, an attempt's
 * reward) stays as it is.
 * @throws AppError ECONOMY_STATE when `version` is not the newest any more, INVALID_INPUT naming the field as
 * `changes.<field>` when the whole does not fit, or when nothing would change
 */
export async function changeEconomy(
  deps: Deps,
  staff: StaffActor,
  { version, changes, reason }: ChangeEconomyInput,
): Promise<EconomyReport> {
  await deps.db.transaction().execute(async (trx) => {
    const before = await readNewest(trx, version)
    const record = merge(before, changes)
    const changed = listEconomyChanges(before, record)
    if (changed.length === 0) throw refused({ changes: [problem('NOTHING_CHANGED')] })
    const isNext = await insertEconomyVersion(trx, {
      record,
      follows: version,
      changedBy: staff.name,
      reason,
    })
    // Somebody was faster between the two.
    if (!isNext) throw new AppError('ECONOMY_STATE')
    // What waits for tomorrow because of a limit may go today.
    if (changed.some(({ field }) => PAYOUT_LIMITS.has(field))) await hastenPrepared(trx)
    await insertAuditEntry(trx, {
      actor: staff.name,
      action: 'economy.changed',
      subject: 'economy',
      before: side(changed, 'before'),
      after: side(changed, 'after'),
      reason,
      address: staff.address,
    })
  })
  deps.changes.announce('economy')
  return getEconomyReport(deps)
}

const PAYOUT_LIMITS: ReadonlySet<string> = new Set<keyof Economy>([
  'dailyPayoutLimitKes',
  'memberDailyPayoutLimitKes',
])

async function readNewest(trx: Trx, version: number): Promise<Economy> {
  const newest = await readEconomy(trx)
  if (newest.version !== version) throw new AppError('ECONOMY_STATE')
  return newest.record
}

function merge(before: Economy, changes: ChangeEconomyInput['changes']): Economy {
  const merged = { ...before, ...changes }
  const whole = economy.safeParse(merged)
  if (whole.success) return whole.data
  const named = Object.entries(toFieldProblems(whole.error, merged))
  throw refused(Object.fromEntries(named.map(([field, problems]) => [`changes.${field}`, problems])))
}

const refused = (fields: FieldProblems) => new AppError('INVALID_INPUT', { fields })

const side = (changed: EconomyChange[], which: 'before' | 'after') =>
  Object.fromEntries(changed.map((change) => [change.field, change[which]]))
