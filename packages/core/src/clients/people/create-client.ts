import type { clientDetail } from '@chuma/contract/clients/clients'
import type { Answer } from '@chuma/contract/timestamp'
import type { Db } from '@chuma/db/client'
import { insertAuditEntry } from '@chuma/db/queries/admin/audit'
import { listClientDisputes } from '@chuma/db/queries/clients/client-disputes'
import { listClientLinks } from '@chuma/db/queries/clients/client-links'
import { listClientQuotes } from '@chuma/db/queries/clients/client-quotes'
import { listClientSurveys } from '@chuma/db/queries/clients/client-surveys'
import { findClient, insertClient, listClientUsers } from '@chuma/db/queries/clients/clients'
import type { StaffActor } from '../../admin/staff/require-staff.ts'
import { AppError, invalidField } from '../../app-error.ts'
import type { Deps } from '../../deps.ts'

type Detail = Answer<typeof clientDetail>

/**
 * For content, finance and owners: add an organisation, with an empty budget.
 * @throws AppError INVALID_INPUT for a name that is taken
 */
export function createClient(
  { db }: Pick<Deps, 'db'>,
  staff: StaffActor,
  { name }: { name: string },
): Promise<Detail> {
  return db.transaction().execute(async (trx) => {
    const id = await insertClient(trx, { name, createdBy: staff.name })
    if (!id) throw invalidField('name', 'NAME_TAKEN')
    await insertAuditEntry(trx, {
      actor: staff.name,
      action: 'client.created',
      subject: `client:${id}`,
      after: { name },
      address: staff.address,
    })
    return getClient(trx, id)
  })
}

/** Read an organisation with its people, links, surveys, quotes and disputes. @throws AppError NOT_FOUND */
export async function getClient(db: Db, id: string): Promise<Detail> {
  const found = await findClient(db, id)
  if (!found) throw new AppError('NOT_FOUND')
  const people = await listClientUsers(db, id)
  const links = await listClientLinks(db, id)
  const commissioned = await listClientSurveys(db, id)
  const quotes = await listClientQuotes(db, id)
  const disputes = await listClientDisputes(db, id)
  return { ...found, people, links, commissioned, quotes, disputes }
}
