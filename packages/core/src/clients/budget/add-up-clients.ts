import type { Trx } from '@chuma/db/client'
import {
  addUpSteps,
  type ClientAccount,
  listUnaddedClients,
  lockClientAccount,
  takeDaysOver,
} from '@chuma/db/queries/clients/client-budget'
import { AppError } from '../../app-error.ts'
import { bookEntry } from '../../books/journal/book-entry.ts'
import type { Deps } from '../../deps.ts'
import { eachAlone } from '../../each-alone.ts'

/** Job: add up what clients' surveys used, and book each order's day once it is over, each client in a transaction of its own. */
export async function addUpClients(deps: Pick<Deps, 'db' | 'reportFailure'>): Promise<void> {
  await eachAlone(deps, await listUnaddedClients(deps.db), {
    name: (organisationId) => `budget of client ${organisationId}`,
    work: (organisationId) =>
      deps.db.transaction().execute(async (trx) => {
        await lockAndAddUp(trx, organisationId)
        await bookDaysOver(trx, organisationId)
      }),
  })
}

/**
 * Lock a client's account and bring its sums up to date.
 * @throws AppError NOT_FOUND
 */
export async function lockAndAddUp(trx: Trx, organisationId: string): Promise<ClientAccount> {
  if (!(await lockClientAccount(trx, organisationId))) throw new AppError('NOT_FOUND')
  await addUpSteps(trx, organisationId)
  const account = await lockClientAccount(trx, organisationId)
  if (!account) throw new AppError('NOT_FOUND')
  return account
}

/** What was accepted becomes revenue: one entry for each order and day. More taken back than accepted gives some of it back. */
async function bookDaysOver(trx: Trx, organisationId: string): Promise<void> {
  for (const { orderId, day, completes, cents, title } of await takeDaysOver(trx, organisationId)) {
    await bookEntry(trx, {
      sourceKey: `client-consumed:${orderId}:${day}`,
      kind: 'client-consumed',
      day,
      description: `${completes} accepted answers to ${title}`,
      lines: [
        { account: 'client-prepaid', currency: 'KES', minor: cents },
        { account: 'client-revenue', currency: 'KES', minor: -cents },
      ],
    })
  }
}
