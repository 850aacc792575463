import { readStoryBase } from '@chuma/db/seed-story/read-story-base'
import type { Story, StoryRow } from '@chuma/db/seed-story/story-rows'
import { writeStory } from '@chuma/db/seed-story/write-story'
import type { Deps } from '../../deps.ts'
import { openPublicKey, sealPartnerSecret, sealPublicKey, sealRequest } from '../../partners/events.ts'
import { sealAccount } from '../../payouts/details.ts'
import type { Secrets } from '../../secrets/secrets.ts'
import {
  hashDestination,
  placeOfDestination,
  readDestination,
} from '../../wallet/destinations/name-destination.ts'
import { placeOfWebhook } from '../../webhooks/endpoints.ts'
import { tellDays, tellProofs } from './days.ts'
import { tellCatalogue, tellHouse, tellInbox } from './house.ts'
import { tellPartners } from './partners.ts'
import { tellPayouts } from './payouts.ts'
import { tellMembers, tellProfiles, tellReferrals } from './people.ts'
import { tellStanding } from './standing.ts'
import { tellStudy } from './study.ts'
import { tellReviews } from './surveys.ts'
import {
  createCalendar,
  createWorld,
  DAY,
  HOUR,
  STORY_DAYS,
  type Terms,
  uuidOf,
  type World,
} from './world.ts'

type Options = { now?: Date; password: string }

/**
 * Give a demo the ninety days before `now`, in one transaction: members, payouts, an incident, and the work of its staff
 * (docs/decisions/0004). Does nothing once members have moved points, so every start may call it.
 */
export async function seedStory(
  { db, passwords, secrets }: Pick<Deps, 'db' | 'passwords' | 'secrets'>,
  { now = new Date(), password }: Options,
): Promise<void> {
  const passwordHash = await passwords.hash(password)
  await db.transaction().execute(async (trx) => {
    const base = await readStoryBase(trx)
    if (!base) return
    const partner = { ...base.partner, publicKey: openPublicKey(secrets, base.partner) }
    const story = createStory({ now, base: { ...base, partner }, passwordHash })
    await writeStory(trx, sealStory(secrets, story))
  })
}

/** When the story begins; what was there before it has this date. */
export const storyBegins = (now = new Date()) => createCalendar(now).at(STORY_DAYS, 8 * HOUR)

/** In an order in which each part finds what it needs: balances before payouts, payouts before the books. */
const PARTS: readonly ((world: World) => void)[] = [
  ...[
    tellCatalogue,
    tellMembers,
    tellDays,
    tellProofs,
    tellPartners,
    tellReviews,
    tellPayouts,
    tellReferrals,
  ],
  ...[tellStanding, tellInbox, tellProfiles, tellHouse, tellStudy],
]

/** Make up ninety days that end now. The same base and the same time give the same story. */
export function createStory(terms: Terms): Story {
  const world = createWorld(terms)
  for (const tell of PARTS) tell(world)
  const { rows, people, calendar, base } = world
  rows.auditEntry.sort((a, b) => (a.at?.getTime() ?? 0) - (b.at?.getTime() ?? 0))
  const joinedOf = (id: string) => people.find(({ memberId }) => memberId === id)?.joinedAt
  return {
    rows,
    postings: world.settle(),
    knownMembers: base.members.map(({ memberId, email }) => ({
      memberId,
      createdAt: joinedOf(memberId) ?? calendar.at(STORY_DAYS - 1, 8 * HOUR),
      premiumUntil: email.startsWith('premium@') ? calendar.ago(-365 * DAY) : null,
    })),
    catalogueDaysAgo: STORY_DAYS,
    startedAt: storyBegins(terms.now),
  }
}

/** Seal account numbers, destinations and what the story's partners and webhooks sign with, as the product would have done. */
function sealStory(secrets: Secrets, { rows, ...story }: Story): Story {
  const nothing = Buffer.alloc(0)
  const sealed = {
    ...sealDestinations(secrets, rows.withdrawal),
    partner: rows.partner.map(({ partnerId = '', publicKey = '', secret = '', ...row }) => ({
      ...{ partnerId, ...row, ...sealPublicKey(secrets, partnerId, publicKey) },
      secret: sealPartnerSecret(secrets, partnerId, secret),
    })),
    partnerEvent: rows.partnerEvent.map(({ eventId = '', target, headers, body, ...row }) => {
      const request = { target: target ?? nothing, headers: headers ?? {}, body: body ?? nothing }
      return { ...row, eventId, sealed: sealRequest(secrets, eventId, request) }
    }),
    payoutDetails: rows.payoutDetails.map((row) =>
      sealRow(secrets, row, { table: 'payout_details', id: row.memberId ?? '' }),
    ),
    withdrawal: rows.withdrawal.map((row) =>
      sealRow(secrets, row, { table: 'withdrawal', id: row.withdrawalId ?? '' }),
    ),
    webhookEndpoint: rows.webhookEndpoint.map(({ endpointId = '', secret = '', ...row }) => ({
      ...{ endpointId, ...row },
      secret: secrets.seal(placeOfWebhook(endpointId), secret),
    })),
  }
  return { ...story, rows: { ...rows, ...sealed } }
}

type Place = Parameters<typeof sealAccount>[1]

function sealRow<Row extends { accountNumber?: string | null }>(secrets: Secrets, row: Row, at: Place): Row {
  const { accountNumber } = row
  if (!accountNumber || accountNumber === 'erased') return row
  return { ...row, ...sealAccount(secrets, at, accountNumber) }
}

/** The destinations of the story's withdrawals: named by the first of each, and proven by the first payment that arrived. */
function sealDestinations(secrets: Secrets, withdrawals: readonly StoryRow<'withdrawal'>[]) {
  const inOrder = withdrawals.toSorted(
    (a, b) => (a.requestedAt?.getTime() ?? 0) - (b.requestedAt?.getTime() ?? 0),
  )
  const found = inOrder.flatMap(
    ({ memberId = '', method = 'mpesa', requestedAt = new Date(), ...withdrawal }) => {
      const { mpesaNumber = null, bankName = null, accountNumber = null, paidAt = null } = withdrawal
      if (mpesaNumber === 'erased' || accountNumber === 'erased') return []
      const place = readDestination({ method, mpesaNumber, bankName, accountNumber, paypalEmail: null })
      const [destinationHash] = place ? hashDestination(secrets, place) : []
      if (!place || !destinationHash) return []
      const key = `${memberId} ${destinationHash.toString('hex')}`
      const value = secrets.seal(placeOfDestination(memberId), place.value)
      return [{ key, memberId, destinationHash, method: place.method, value, namedAt: requestedAt, paidAt }]
    },
  )
  const owners = new Map<string, StoryRow<'destinationOwner'>>()
  const payoutDestination = [...Map.groupBy(found, ({ key }) => key)].map(([key, uses]) => {
    const { key: _, ...named } = uses[0] as (typeof found)[number]
    const paid = uses.flatMap(({ paidAt }) => paidAt ?? []).toSorted((a, b) => a.getTime() - b.getTime())
    return { ...named, destinationId: uuidOf(key), paidAt: paid[0] ?? null }
  })
  for (const row of payoutDestination.toSorted((a, b) => Number(a.paidAt) - Number(b.paidAt))) {
    const { memberId, destinationHash, paidAt } = row
    const hash = destinationHash.toString('hex')
    if (!paidAt || owners.has(hash)) continue
    owners.set(hash, { memberId, destinationHash })
    Object.assign(row, { provenAt: paidAt, provenBy: 'payment' })
  }
  const destinationClaimant = payoutDestination.map(({ memberId, destinationHash }) => ({
    memberId,
    destinationHash,
  }))
  return { payoutDestination, destinationClaimant, destinationOwner: [...owners.values()] }
}
