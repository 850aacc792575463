import { randomBytes } from 'node:crypto'
import { insertEmailOwner } from '@chuma/db/queries/account/members'
import { insertSession } from '@chuma/db/queries/auth/sessions'
import { insertDemoMember } from '@chuma/db/queries/demo'
import { listClusters } from '@chuma/db/queries/payouts/clusters'
import { insertWallet } from '@chuma/db/queries/wallet/ledger'
import type { SignedInMember } from '../caller.ts'
import type { Deps } from '../deps.ts'
import { decideCluster } from '../payouts/clusters/decide-cluster.ts'
import { findClusters } from '../payouts/clusters/find-clusters.ts'
import { keepInviter } from '../referral/keep-inviter.ts'

type Group = {
  name: string
  mailbox: (at: number) => string
  device: { address: string; userAgent: string }
  firstNames: readonly string[]
  daysAgo: number
  everyMinutes: number
}

const ANDROID =
  'Mozilla/5.0 (Linux; Android 13; TECNO KI5k) AppleWebKit/537.36 Chrome/126.0 Mobile Safari/537.36'

const FARM: Group = {
  name: 'Traders',
  mailbox: (at) => `quick.traders+${at + 1}@example.com`,
  device: { address: '197.136.10.7', userAgent: ANDROID },
  firstNames: ['Peter', 'Petra', 'Pete', 'Pita', 'Petro', 'Peta', 'Pierre', 'Piet', 'Pedro'],
  daysAgo: 5,
  everyMinutes: 4,
}

const FAMILY: Group = {
  name: 'Njoroge',
  mailbox: (at) => `njoroge${at + 1}@example.com`,
  device: { address: '41.90.64.21', userAgent: ANDROID.replace('TECNO KI5k', 'itel A60') },
  firstNames: ['Njeri', 'Kamau', 'Wairimu', 'Mwangi'],
  daysAgo: 12,
  everyMinutes: 6,
}

type Earn = (member: SignedInMember) => Promise<void>

/**
 * Give the demo two clusters: a farm of nine accounts, found and held, and a family with one phone, dismissed. Safe to repeat.
 * `earn`: what each account of the farm did for its points.
 */
export async function ensureDemoClusters(
  deps: Deps,
  { passwordHash, earn }: { passwordHash: string; earn: Earn },
): Promise<void> {
  for (const member of await ensureGroup(deps, FARM, passwordHash)) await earn(member)
  await ensureGroup(deps, FAMILY, passwordHash)
  await findClusters(deps)
  const finance = { name: 'staff:finance', address: null }
  for (const { id, version, memberCount, state } of await listClusters(deps.db, {
    state: 'found',
    limit: 10,
  })) {
    const isFarm = memberCount === FARM.firstNames.length
    if (state !== 'found' || (!isFarm && memberCount !== FAMILY.firstNames.length)) continue
    await decideCluster(deps, finance, {
      id,
      version,
      decision: isFarm ? 'hold' : 'dismiss',
      reason: isFarm
        ? 'Nine aliases of one mailbox on one phone, opened within an hour'
        : 'A family: they came to the office with four ID cards',
    })
  }
}

/** Only the members who were not there yet. */
async function ensureGroup(deps: Deps, group: Group, passwordHash: string): Promise<SignedInMember[]> {
  const { firstNames, name, mailbox, device, daysAgo, everyMinutes } = group
  const members: SignedInMember[] = []
  for (const [at, firstName] of firstNames.entries()) {
    const email = mailbox(at)
    const memberId = await deps.db.transaction().execute(async (trx) => {
      const added = await insertEmailOwner(trx, email)
      if (!added) return undefined
      const person = { memberId: added, email, firstName, lastName: name, passwordHash }
      await insertDemoMember(trx, person, daysAgo * 24 * 60 - at * everyMinutes)
      await insertWallet(trx, added)
      await keepInviter(trx, added, members[0]?.memberId)
      await insertSession(trx, { memberId: added, tokenHash: randomBytes(32), ...device })
      return added
    })
    if (!memberId) continue
    const who = { memberId, email, isPremium: false, isEmailVerified: true, adminRole: null }
    members.push({ ...who, tokenHash: Buffer.alloc(32) })
  }
  return members
}
