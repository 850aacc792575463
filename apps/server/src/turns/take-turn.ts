import { toSource } from '@chuma/core/auth/throttle/name-bucket'
import type { Caller } from '@chuma/core/caller'
import { createTurns, type Share } from './create-turns.ts'

/** Longer than a slow page takes, and shorter than people wait. */
const WAIT_MS = 3000

type Shares = { query: Share; mutation: Share }

/**
 * One account takes at most eight of the ten connections of a process. A member's changes wait for the lock of their wallet,
 * each with a connection, so two run. A dashboard opens with ten queries.
 */
const ACCOUNT: Shares = { query: { atOnce: 6, waiting: 32 }, mutation: { atOnce: 2, waiting: 32 } }
/** Staff and scripts decide about many members at once. */
const STAFF: Shares = { query: { atOnce: 4, waiting: 36 }, mutation: { atOnce: 4, waiting: 36 } }
/** Hundreds of people share the address of a mobile carrier. Password checks have their own queue (`create-gate.ts`). */
const NETWORK: Shares = { query: { atOnce: 32, waiting: 160 }, mutation: { atOnce: 32, waiting: 160 } }

/** Runs a call of this caller when it is their turn. Live streams take none: they last as long as a page is open. */
export type TakeTurn = <T>(caller: Caller, type: 'query' | 'mutation', work: () => Promise<T>) => Promise<T>

export function createTakeTurn(): TakeTurn {
  const turns = createTurns({ waitMs: WAIT_MS })
  return (caller, type, work) => {
    const { source, shares } = describe(caller)
    return turns(`${type} ${source}`, shares[type], work)
  }
}

function describe({ member, staff, apiKey, address }: Caller): { source: string; shares: Shares } {
  if (member) return { source: `member:${member.memberId}`, shares: member.adminRole ? STAFF : ACCOUNT }
  if (staff) return { source: `staff:${staff.staffId}`, shares: STAFF }
  if (apiKey) return { source: `key:${apiKey.keyId}`, shares: STAFF }
  return { source: `network:${toSource(address)}`, shares: NETWORK }
}
