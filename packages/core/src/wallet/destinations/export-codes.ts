import type { accountExport } from '@chuma/contract/account/account-export'
import type { Answer } from '@chuma/contract/timestamp'
import type { Trx } from '@chuma/db/client'
import { findNewestCode } from '@chuma/db/queries/wallet/destination-codes'
import type { Deps } from '../../deps.ts'
import { isLostWith } from '../../secrets/create-secrets.ts'
import { openNumber } from './seal-number.ts'

/** Export the member's newest request for a code, without the code's hash. */
export async function exportCodes(
  { trx, secrets }: Pick<Deps, 'secrets'> & { trx: Trx },
  memberId: string,
): Promise<Answer<typeof accountExport>['destinationCodes']> {
  const newest = await findNewestCode(trx, memberId)
  // A lost number cannot be exported.
  return newest && !isLostWith(secrets, newest.number)
    ? [{ ...newest, number: openNumber(secrets, memberId, newest.number) }]
    : []
}
