import { nameDestination, proveDestination } from '@chuma/core/wallet/destinations/name-destination'
import { listDestinations } from '@chuma/db/queries/wallet/destinations'
import type { TestApp } from '../callers.ts'

let numbers = 0

/** A destination that a member named or, with `by`, proved, and a decision of staff about it. */
export async function givenDestination({ deps, ...testApp }: TestApp, by?: 'payment') {
  const { memberId } = await testApp.member()
  const number = { memberId, method: 'mpesa', value: `2547${String(98_000_000 + numbers++)}` } as const
  await deps.db.transaction().execute(async (trx) => {
    await nameDestination(trx, deps, number)
    if (by) await proveDestination(trx, deps, { ...number, by })
  })
  const [named] = await listDestinations(deps.db, memberId)
  return { memberId, destinationId: named?.destinationId ?? '', reason: 'They showed the SIM card' }
}
