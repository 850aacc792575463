import type { Trx } from '@chuma/db/client'
import { findMemberTax } from '@chuma/db/queries/books/member-tax'
import type { Deps } from '../../deps.ts'
import { openPin } from './member-pin.ts'

/** Export what a member declared for tax, with their PIN. Null if they declared nothing. */
export async function exportTaxDetails(
  { trx, secrets }: Pick<Deps, 'secrets'> & { trx: Trx },
  memberId: string,
) {
  const found = await findMemberTax(trx, memberId)
  return found ? { ...found, pin: openPin(secrets, memberId, found.pin) } : null
}
