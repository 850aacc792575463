import { toSource } from '@chuma/core/auth/throttle'
import type { Caller } from '@chuma/core/caller'
import { createTurns, type Pace, type Share } from './create-turns.ts'

/** Longer than a slow page takes, and shorter than people wait. */
const WAIT_MS = 3000

type Shares = { query: Share; mutation: Share }
/** How often a member may call, apart from what runs at once. */
export type Paces = { query: Pace; mutation: Pace }

/**
 * Far more than a person does who hurries: a page opens with a dozen queries, and a survey that was filled in offline sends its
 * answers together. Without a pace two changes at a time, one after the other, keep one processor busy.
 */
export const PACES: Paces = {
  query: { perSecond: 60, burst: 180 },
  mutation: { perSecond: 25, burst: 60 },
}

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

/** `paces`: of members; without them they call as often as their share allows. */
export function createTakeTurn(paces: Paces | null): TakeTurn {
  const turns = createTurns({ waitMs: WAIT_MS })
  const account = {
    query: { ...ACCOUNT.query, pace: paces?.query },
    mutation: { ...ACCOUNT.mutation, pace: paces?.mutation },
  }
  return (caller, type, work) => {
    const { source, shares } = describe(caller, account)
    return turns(`${type} ${source}`, shares[type], work)
  }
}

function describe(
  { member, staff, apiKey, address }: Caller,
  account: Shares,
): { source: string; shares: Shares } {
  if (member) return { source: `member:${member.memberId}`, shares: member.adminRole ? STAFF : account }
  if (staff) return { source: `staff:${staff.staffId}`, shares: STAFF }
  if (apiKey) return { source: `key:${apiKey.keyId}`, shares: STAFF }
  return { source: `network:${toSource(address)}`, shares: NETWORK }
}
