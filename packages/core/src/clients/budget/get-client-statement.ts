import type { ClientStatement, ClientStatementInput } from '@chuma/contract/clients/client-budget'
import { getBusinessDay } from '@chuma/db/queries/business-day'
import { getClientAccount, listStatementLines, sumStatement } from '@chuma/db/queries/clients/client-budget'
import { findClient } from '@chuma/db/queries/clients/clients'
import { AppError, invalidField } from '../../app-error.ts'
import type { Deps } from '../../deps.ts'
import { type ClientActor, requireWholeClient } from '../sessions/require-client.ts'

const DAYS = 90

/**
 * Read what a client prepaid and used, day by day: opening + received − consumed − returned = closing.
 * @throws AppError NOT_FOUND, INVALID_INPUT for a first day after the last
 */
export async function getClientStatement(
  { db }: Pick<Deps, 'db'>,
  { clientId: organisationId, ...input }: ClientStatementInput & { clientId: string },
): Promise<ClientStatement> {
  if (!(await findClient(db, organisationId))) throw new AppError('NOT_FOUND')
  const to = input.to ?? (await getBusinessDay(db))
  const from = input.from ?? daysBefore(to, DAYS)
  if (from > to) throw invalidField('to', 'END_BEFORE_START')
  const period = { organisationId, from, to }
  const { opening, received, consumed, returned } = await sumStatement(db, period)
  const account = await getClientAccount(db, organisationId)
  return {
    from,
    to,
    openingCents: opening,
    receivedCents: received,
    consumedCents: consumed,
    returnedCents: returned,
    closingCents: opening + received - consumed - returned,
    lines: await listStatementLines(db, period),
    reservedCents: account.reservedCents,
    availableCents: account.prepaidCents - account.reservedCents - account.consumedCents,
  }
}

/** The same for the caller's own organisation. @throws AppError FORBIDDEN by a link to one survey */
export function getMyStatement(
  deps: Pick<Deps, 'db'>,
  client: ClientActor,
  input: ClientStatementInput,
): Promise<ClientStatement> {
  requireWholeClient(client)
  return getClientStatement(deps, { ...input, clientId: client.organisationId })
}

function daysBefore(day: string, days: number): string {
  return new Date(Date.parse(day) - days * 86_400_000).toISOString().slice(0, 10)
}
