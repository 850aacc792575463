import type { Answer } from '@chuma/contract/fields'
import type { adminDestination, DecideDestinationInput } from '@chuma/contract/payouts/destinations'
import type { Trx } from '@chuma/db/client'
import { recordAct } from '@chuma/db/queries/admin/audit'
import {
  claimDestination,
  deleteOwner,
  findDestinationOwner,
  listClaimants,
  listDestinations,
  listNames,
  lockDestination,
  markProven,
  markUnproven,
} from '@chuma/db/queries/wallet/destinations'
import {
  type Destination,
  maskAccount,
  maskPhone,
  type OpenDestination,
  openDestination,
  splitBankAccount,
} from '../../account/destinations.ts'
import { AppError } from '../../app-error.ts'
import { maskEmail } from '../../auth/security.ts'
import { holdsPermission, requireAnother } from '../../auth/staff.ts'
import type { Caller, StaffActor } from '../../caller.ts'
import type { Deps } from '../../deps.ts'

type Deciding = Pick<Deps, 'db' | 'secrets' | 'reportFailure'>
type Decided = { memberId: string; hashes: readonly Buffer[] }

/**
 * Decide that a destination is this member's: it counts as proven. Requests of others who named it stay held.
 * @throws AppError NOT_FOUND, FORBIDDEN to anyone who named it, ACCOUNT_STATE if it is proven, by this member or another
 */
export function releaseDestination(deps: Deciding, staff: StaffActor, input: DecideDestinationInput) {
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
export function freeDestination(deps: Deciding, staff: StaffActor, input: DecideDestinationInput) {
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
    await recordAct(trx, staff, {
      action,
      subject: `member:${memberId}`,
      before: { provenBy: current.provenBy },
      after: { destination: value === null ? method : maskDestination({ method, value }) },
      reason,
    })
  })
}

/** Recognisable beside the destination, and useless without it. */
function maskDestination({ method, value }: Destination): string {
  if (method === 'mpesa') return maskPhone(value)
  if (method === 'paypal') return maskEmail(value)
  const { bankName, accountNumber } = splitBankAccount(value)
  return `${bankName} ${maskAccount(accountNumber)}`.trim()
}

type Reading = Pick<Deps, 'db' | 'secrets' | 'reportFailure'>
type Row = OpenDestination<Awaited<ReturnType<typeof listDestinations>>[number]>

/** More than anyone uses; a member who names more of them has to be looked at anyway. */
const PAGE = 100
/** A farm's number has many more names than a person reads. */
const OTHERS = 20

/** List a member's destinations with their proofs, masked. Only staff who may read payout details see who shares them. */
export async function listMemberDestinations(
  deps: Reading,
  caller: Caller,
  { memberId }: { memberId: string },
): Promise<Answer<typeof adminDestination>[]> {
  const rows = (await listDestinations(deps.db, memberId)).slice(0, PAGE)
  const maySeeOthers = holdsPermission(caller, 'payout-details:read')
  return Promise.all(
    rows.map(async (stored) => {
      const row = openDestination(deps, stored)
      return { ...show(row), sharing: maySeeOthers ? await getSharing(deps, row) : null }
    }),
  )
}

function show(row: Row): Omit<Answer<typeof adminDestination>, 'sharing'> {
  const { destinationId: id, memberId, method, value, namedAt, provenAt, provenBy, paidAt } = row
  return {
    id,
    memberId,
    withdrawalMethod: method,
    destination: value === null ? null : maskDestination({ method, value }),
    namedAt,
    isProven: provenAt !== null,
    provenBy,
    provenAt,
    paidAt,
    disputedAt: row.disputedAt,
    disputedBy: row.disputedBy,
  }
}

async function getSharing({ db }: Reading, { memberId, hashes }: Row) {
  const owner = await findDestinationOwner(db, hashes)
  const others = (await listClaimants(db, hashes)).filter((claimant) => claimant !== memberId)
  const shown = others.sort((a, b) => Number(b === owner) - Number(a === owner)).slice(0, OTHERS)
  const names = await listNames(db, shown)
  return {
    isOfAnother: owner !== null && owner !== memberId,
    count: others.length,
    others: shown.map((id) => ({ id, name: names.get(id) ?? '', isOwner: id === owner })),
  }
}
