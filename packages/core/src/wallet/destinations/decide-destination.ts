import type { DecideDestinationInput } from '@chuma/contract/payouts/destinations'
import type { Trx } from '@chuma/db/client'
import { insertAuditEntry } from '@chuma/db/queries/admin/audit'
import {
  claimDestination,
  deleteOwner,
  listClaimants,
  listDestinations,
  lockDestination,
  markProven,
  markUnproven,
} from '@chuma/db/queries/wallet/destinations'
import type { StaffActor } from '../../admin/staff/require-staff.ts'
import { AppError } from '../../app-error.ts'
import type { Deps } from '../../deps.ts'
import { requireAnother } from '../../payouts/approvals/require-another.ts'
import { maskDestination } from './mask-destination.ts'
import { openDestination } from './open-destination.ts'

type Deciding = Pick<Deps, 'db' | 'secrets' | 'reportFailure'>
type Decided = { memberId: string; hashes: readonly Buffer[] }

/**
 * Decide that a destination is this member's: it counts as proven. Requests of others who named it stay held.
 * @throws AppError NOT_FOUND, FORBIDDEN to anyone who named it, ACCOUNT_STATE if it is proven, by this member or another
 */
export function releaseDestination(
  deps: Deciding,
  staff: StaffActor,
  input: DecideDestinationInput,
): Promise<void> {
  return decide(deps, { staff, input, action: 'destination.released' }, async (trx, { at, isProven }) => {
    if (isProven || (await claimDestination(trx, at)) !== at.memberId) throw new AppError('ACCOUNT_STATE')
    await markProven(trx, { ...at, by: 'staff' })
  })
}

/**
 * Take a destination away from the member who proved it: the SIM card changed hands, or someone named a stranger's number. It
 * is nobody's until the next proof.
 * @throws AppError NOT_FOUND, FORBIDDEN to anyone who named it, ACCOUNT_STATE if it is not this member's
 */
export function freeDestination(
  deps: Deciding,
  staff: StaffActor,
  input: DecideDestinationInput,
): Promise<void> {
  return decide(deps, { staff, input, action: 'destination.freed' }, async (trx, { at }) => {
    if (!(await deleteOwner(trx, at))) throw new AppError('ACCOUNT_STATE')
    await markUnproven(trx, at)
  })
}

type Decision = { staff: StaffActor; input: DecideDestinationInput; action: string }
type Act = (trx: Trx, destination: { at: Decided; isProven: boolean }) => Promise<void>

async function decide(deps: Deciding, { staff, input, action }: Decision, act: Act): Promise<void> {
  const { memberId, destinationId, reason } = input
  await requireAnother(deps.db, staff, memberId)
  const stored = (await listDestinations(deps.db, memberId)).find(
    (row) => row.destinationId === destinationId,
  )
  if (!stored) throw new AppError('NOT_FOUND')
  const { hashes, value, method } = openDestination(deps, stored)
  // Anyone who named it gains: by the release of their own, or by taking it from another.
  for (const claimant of await listClaimants(deps.db, hashes)) await requireAnother(deps.db, staff, claimant)
  await deps.db.transaction().execute(async (trx) => {
    const at = { memberId, hashes }
    await lockDestination(trx, at)
    const [current] = (await listDestinations(trx, memberId)).filter(
      (row) => row.destinationId === destinationId,
    )
    if (!current) throw new AppError('NOT_FOUND')
    await act(trx, { at, isProven: current.provenAt !== null })
    await insertAuditEntry(trx, {
      actor: staff.name,
      action,
      subject: `member:${memberId}`,
      before: { provenBy: current.provenBy },
      after: { destination: value === null ? method : maskDestination({ method, value }) },
      reason,
      address: staff.address,
    })
  })
}
