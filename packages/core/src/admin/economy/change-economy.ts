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
 * Write a new version of the economy record: the newest with `changes`. It counts from the commit on, in other processes as
 * soon as they hear of it. Values fixed before (a withdrawal's rate, an attempt's reward) don't change.
 * @throws AppError ECONOMY_STATE if `version` is not the newest; INVALID_INPUT, naming `changes.<field>`, if the whole
 * record is not valid or nothing would change
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
    // A concurrent change came first.
    if (!isNext) throw new AppError('ECONOMY_STATE')
    // Payouts that a limit put off until tomorrow may be possible today.
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
