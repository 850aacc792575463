import type { Trx } from '@chuma/db/client'
import { insertPerson, isPerson } from '@chuma/db/queries/admin/people'
import { invalidField } from '../../app-error.ts'

/**
 * Find the person whose account this is to be. Null adds a person without another account.
 * @throws AppError INVALID_INPUT for a person who does not exist
 */
export async function findOrAddPerson(trx: Trx, personId: string | null): Promise<string> {
  if (personId === null) return insertPerson(trx)
  if (!(await isPerson(trx, personId))) throw invalidField('personId', 'PERSON_UNKNOWN')
  return personId
}
