import type { Partner } from '@chuma/contract/partners'
import { listPartners } from '@chuma/db/queries/partners'
import type { Deps } from '../deps.ts'
import { describePartner } from './describe-partner.ts'

export async function listAllPartners(deps: Deps): Promise<Partner[]> {
  const rows = await listPartners(deps.db)
  return rows.map((row) => describePartner(deps, row))
}
