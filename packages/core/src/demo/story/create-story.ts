import { createHash } from 'node:crypto'
import { readStoryBase, type StoryBase } from '@chuma/db/seed-story/read-story-base'
import { noRows, type Story, type StoryRow } from '@chuma/db/seed-story/story-rows'
import { writeStory } from '@chuma/db/seed-story/write-story'
import type { Deps } from '../../deps.ts'
import { openPublicKey, sealPartnerSecret, sealPublicKey, sealRequest } from '../../partners/events.ts'
import { sealAccount } from '../../payouts/details.ts'
import type { Secrets } from '../../secrets/secrets.ts'
import {
  type Destination,
  hashDestination,
  placeOfDestination,
  readDestination,
} from '../../wallet/destinations/name-destination.ts'
import { placeOfWebhook } from '../../webhooks/endpoints.ts'
import { tellCancellation, tellStrangeEvents } from './days/credit-click.ts'
import { tellProofs, tellWaiting } from './days/tell-proofs.ts'
import { tellDays, tellReviews } from './days/tell-reviews.ts'
import { tellInbox } from './house/inbox-texts.ts'
import { knownSurveys, tellCatalogue } from './house/offers.ts'
import { tellHouse, tellJobs, tellMailTrouble, tellPageViews, tellWebhooks } from './house/tell-house.ts'
import { tellMembers, tellSessions } from './members/tell-members.ts'
import { tellPremium } from './members/tell-premium.ts'
import { tellCorrections, tellErasure, tellProfiles, tellReferrals } from './members/tell-profiles.ts'
import { tellStanding } from './members/tell-standing.ts'
import { tellIncident, tellOpenPayouts, tellReturned } from './payouts/tell-incident.ts'
import { tellBooks } from './payouts/tell-statements.ts'
import { tellDebts } from './payouts/withdrawal-steps.ts'
import { tellStudy } from './study/tell-study.ts'
import { createCalendar, createLedger, createRandom, later, STORY_DAYS, type World } from './world.ts'

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
export const storyBegins = (now = new Date()) => createCalendar(now).at(STORY_DAYS, 8 * 60)

const SEED = 20_261_125

type Terms = { now: Date; base: StoryBase; passwordHash: string }

/** Make up ninety days that end now. The same base and the same time give the same story. */
export function createStory({ now, base, passwordHash }: Terms): Story {
  const random = createRandom(SEED)
  const calendar = createCalendar(now)
  const world: World = {
    base,
    calendar,
    random,
    ledger: createLedger(),
    rows: noRows(),
    people: [],
    surveys: knownSurveys({ base }),
    tasks: base.tasks.map((task) => ({ ...task, fromDaysAgo: STORY_DAYS })),
    partners: {
      research: base.partner.partnerId,
      panel: random.uuid(),
      offers: random.uuid(),
      former: random.uuid(),
    },
    withdrawals: [],
    passwordHash,
  }
  tellAll(world)
  const { rows, ledger, people } = world
  rows.auditEntry.sort((a, b) => (a.at?.getTime() ?? 0) - (b.at?.getTime() ?? 0))
  return {
    rows,
    postings: ledger.settle(),
    knownMembers: base.members.map(({ memberId, email }) => ({
      memberId,
      createdAt:
        people.find((person) => person.memberId === memberId)?.joinedAt ??
        calendar.at(STORY_DAYS - 1, 8 * 60),
      premiumUntil: email.startsWith('premium@') ? later(now, 365 * 24 * 60) : null,
    })),
    catalogueDaysAgo: STORY_DAYS,
    startedAt: calendar.at(STORY_DAYS, 8 * 60),
  }
}

/** In an order in which each part finds what it needs: balances before payouts, payouts before the books. */
function tellAll(world: World): void {
  tellCatalogue(world)
  tellMembers(world)
  tellDays(world)
  tellProofs(world)
  tellWaiting(world)
  tellReviews(world)
  tellDebts(world)
  tellCancellation(world)
  tellIncident(world)
  tellReturned(world)
  tellOpenPayouts(world)
  tellReferrals(world)
  tellCorrections(world)
  tellPremium(world)
  tellStanding(world)
  tellErasure(world)
  tellInbox(world)
  tellHouse(world)
  tellStrangeEvents(world)
  tellPageViews(world)
  tellWebhooks(world)
  tellBooks(world)
  tellMailTrouble(world)
  tellSessions(world)
  tellJobs(world)
  tellProfiles(world)
  tellStudy(world)
}

type SealedStory = ReturnType<typeof createStory>

/** Seal account numbers, destinations and what the story's partners and webhooks sign with, as the product would have done. */
function sealStory(secrets: Secrets, { rows, ...story }: SealedStory): SealedStory {
  const { partner, partnerEvent, payoutDetails, webhookEndpoint, withdrawal } = rows
  return {
    ...story,
    rows: {
      ...rows,
      ...sealDestinations(secrets, withdrawal),
      partner: partner.map(({ partnerId = '', publicKey = '', secret = '', ...row }) => ({
        ...row,
        partnerId,
        ...sealPublicKey(secrets, partnerId, publicKey),
        secret: sealPartnerSecret(secrets, partnerId, secret),
      })),
      partnerEvent: partnerEvent.map(({ eventId = '', target, headers, body, ...row }) => ({
        ...row,
        eventId,
        sealed: sealRequest(secrets, eventId, {
          target: target ?? Buffer.alloc(0),
          headers: headers ?? {},
          body: body ?? Buffer.alloc(0),
        }),
      })),
      payoutDetails: payoutDetails.map((row) =>
        sealRow(secrets, row, { table: 'payout_details', id: row.memberId ?? '' }),
      ),
      withdrawal: withdrawal.map((row) =>
        sealRow(secrets, row, { table: 'withdrawal', id: row.withdrawalId ?? '' }),
      ),
      webhookEndpoint: webhookEndpoint.map(({ endpointId = '', secret = '', ...row }) => ({
        ...row,
        endpointId,
        secret: secrets.seal(placeOfWebhook(endpointId), secret),
      })),
    },
  }
}

function sealRow<Row extends { accountNumber?: string | null }>(
  secrets: Secrets,
  row: Row,
  at: Parameters<typeof sealAccount>[1],
): Row {
  const { accountNumber } = row
  if (!accountNumber || accountNumber === 'erased') return row
  return { ...row, ...sealAccount(secrets, at, accountNumber) }
}

type Withdrawal = StoryRow<'withdrawal'>
type Rows = {
  payoutDestination: StoryRow<'payoutDestination'>[]
  destinationClaimant: StoryRow<'destinationClaimant'>[]
  destinationOwner: StoryRow<'destinationOwner'>[]
}

/** The destinations of the story's withdrawals: named by the first of each, and proven by the first payment that arrived. */
function sealDestinations(secrets: Secrets, withdrawals: readonly Withdrawal[]): Rows {
  const rows: Rows = { payoutDestination: [], destinationClaimant: [], destinationOwner: [] }
  const byKey = new Map<string, StoryRow<'payoutDestination'>>()
  for (const withdrawal of inOrder(withdrawals)) {
    const destination = readPlace(withdrawal)
    const { memberId = '', requestedAt } = withdrawal
    if (!destination || !requestedAt) continue
    const [destinationHash] = hashDestination(secrets, destination)
    const key = `${memberId} ${destinationHash.toString('hex')}`
    if (byKey.has(key)) continue
    const { method, value: text } = destination
    const value = secrets.seal(placeOfDestination(memberId), text)
    const unproven = { paidAt: null, provenAt: null, provenBy: null, disputedAt: null, disputedBy: null }
    const destinationId = toUuid(key)
    const row = { destinationId, memberId, destinationHash, method, value, namedAt: requestedAt, ...unproven }
    byKey.set(key, row)
    rows.payoutDestination.push(row)
    rows.destinationClaimant.push({ memberId, destinationHash })
  }
  for (const { memberId = '', paidAt, ...withdrawal } of inOrder(withdrawals, 'paidAt')) {
    const destination = readPlace(withdrawal)
    if (!destination || !paidAt) continue
    const [destinationHash] = hashDestination(secrets, destination)
    const row = byKey.get(`${memberId} ${destinationHash.toString('hex')}`)
    if (!row || row.paidAt) continue
    Object.assign(row, { paidAt })
    if (rows.destinationOwner.some((owner) => owner.destinationHash?.equals(destinationHash))) continue
    rows.destinationOwner.push({ memberId, destinationHash })
    Object.assign(row, { provenAt: paidAt, provenBy: 'payment' })
  }
  return rows
}

/** The same for two loads of one story. */
function toUuid(key: string): string {
  const hex = createHash('sha256').update(key).digest('hex')
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-4${hex.slice(13, 16)}-8${hex.slice(17, 20)}-${hex.slice(20, 32)}`
}

function inOrder(withdrawals: readonly Withdrawal[], by: 'requestedAt' | 'paidAt' = 'requestedAt') {
  return [...withdrawals].sort((a, b) => (a[by]?.getTime() ?? 0) - (b[by]?.getTime() ?? 0))
}

/** Null for a member who was erased. */
function readPlace(withdrawal: Withdrawal): Destination | null {
  const { method = 'mpesa', mpesaNumber = null, bankName = null, accountNumber = null } = withdrawal
  if (mpesaNumber === 'erased' || accountNumber === 'erased') return null
  return readDestination({ method, mpesaNumber, bankName, accountNumber, paypalEmail: null })
}
