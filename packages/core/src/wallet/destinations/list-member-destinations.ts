import type { adminDestination } from '@chuma/contract/payouts/destinations'
import type { Answer } from '@chuma/contract/timestamp'
import {
  findDestinationOwner,
  listClaimants,
  listDestinations,
  listNames,
} from '@chuma/db/queries/wallet/destinations'
import { holdsPermission } from '../../admin/staff/require-staff.ts'
import type { Caller } from '../../caller.ts'
import type { Deps } from '../../deps.ts'
import { maskDestination } from './mask-destination.ts'
import { type OpenDestination, openDestination } from './open-destination.ts'

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
