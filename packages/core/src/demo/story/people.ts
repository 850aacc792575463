import { TERMS_IN_FORCE } from '@chuma/contract/account/account-rules'
import { PROFILE_CONSENT_VERSION, PROFILE_SHARING_VERSION } from '@chuma/contract/profile/profile'
import {
  ATTRIBUTE_KEYS,
  type AttributeKey,
  PREFER_NOT,
  PROFILE_ATTRIBUTES,
} from '@chuma/contract/profile/profile-attributes'
import story from './story.json' with { type: 'json' }
import { CAMPAIGN, DAY, HOUR, isCampaign, later, type Person, type Random, type World } from './world.ts'

const BANKS = ['Equity Bank', 'KCB', 'Co-operative Bank', 'NCBA']
const PHONES = ['Chrome on Android', 'Chrome on Android', 'Opera on Android', 'Safari on iPhone']

/** Let sixty members join, many of them during the campaign. The accounts of the log-in page have the past as well. */
export function tellMembers(world: World): void {
  for (const [index, row] of story.people.entries()) {
    const person = createPerson(world, index, row)
    const known = world.base.members.find(({ email }) => email === person.email)
    if (person.isVisitors && !known) continue
    if (!person.isVisitors) join(world, person)
    world.people.push({ ...person, ...known })
  }
}

function createPerson(world: World, index: number, row: (typeof story.people)[number]): Person {
  const { random, calendar } = world
  const { name, joinedDaysAgo, fate = 'ordinary', country = 'Kenya', leftDaysAgo = 0, pausedDaysAgo } = row
  const [firstName = '', ...others] = name.split(' ')
  const joinedAt = calendar.at(joinedDaysAgo, random.between(7 * HOUR, 21 * HOUR))
  const accountNumber = `01${random.between(1e9, 9e9)}`
  const person: Person = {
    ...draw(random, joinedAt),
    firstName,
    lastName: others.join(' '),
    email: row.email ?? `${name.toLowerCase().replaceAll(' ', '.')}@demo.chuma`,
    country,
    language: row.language === 'sw' ? 'sw' : 'en',
    fate,
    joinedDaysAgo,
    leftDaysAgo,
    keenness: keennessOf(random, fate, index),
    ...premiumOf(world, fate, joinedDaysAgo),
    mpesaNumber: row.mpesaNumber ?? String(254_700_002_000 + index),
    bank: random.chance(0.18) ? { bankName: random.pick(BANKS), accountNumber, accountName: name } : null,
    isVisitors: false,
    pausedAt: pausedDaysAgo ? calendar.at(pausedDaysAgo, 11 * HOUR + 40) : null,
  }
  if (!row.email) return person
  const habits = { isVisitors: true, leftDaysAgo: 1, keenness: 0.55, bank: null }
  const premium = { premiumFrom: joinedDaysAgo, premiumUntil: calendar.ago(-365 * DAY) }
  return { ...person, ...habits, ...(row.email.startsWith('premium') && premium) }
}

/** What everyone has, also those who only took part in the study. */
export const draw = (random: Random, joinedAt: Date) => ({
  memberId: random.uuid(),
  joinedAt,
  lastSeenAt: joinedAt,
  device: random.pick(PHONES),
  address: `105.16${random.between(0, 3)}.${random.between(0, 255)}.${random.between(1, 254)}`,
})

function keennessOf(random: Random, fate: string, index: number): number {
  if (fate === 'unverified') return 0
  if (fate === 'indebted') return 0.12
  return index === 0 ? 0.8 : 0.18 + 0.5 * random.next() ** 1.4
}

function premiumOf({ random, calendar }: World, fate: string, daysAgo: number) {
  if (fate !== 'premium' && fate !== 'lapsed') return { premiumFrom: null, premiumUntil: null }
  const untilDays = fate === 'premium' ? -random.between(4, 27) : random.between(5, 20)
  // Whole months back from the end, as many as the membership is old.
  const months = Math.max(1, Math.floor((daysAgo - untilDays - 2) / 30))
  return { premiumFrom: untilDays + months * 30, premiumUntil: calendar.at(untilDays, 9 * HOUR) }
}

type Joining = Pick<Person, 'memberId' | 'email' | 'firstName' | 'lastName' | 'language' | 'joinedAt'> &
  Partial<Pick<Person, 'country' | 'fate' | 'premiumUntil'>>

/** Sign a member up, with their settings and terms once their address is verified. */
export function join({ rows, random, passwordHash, mail }: World, person: Joining): void {
  const { memberId, email, firstName, lastName, language, joinedAt, premiumUntil = null } = person
  const isVerified = person.fate !== 'unverified'
  const emailVerifiedAt = isVerified ? later(joinedAt, random.between(1, 40)) : null
  const names = { memberId, email, firstName, lastName, country: person.country ?? 'Kenya', passwordHash }
  const premium = { premiumUntil, premiumRemindedUntil: premiumUntil }
  rows.member.push({ ...names, ...premium, emailVerifiedAt, createdAt: joinedAt })
  rows.emailOwner.push({ email, memberId })
  if (person.fate) mail(joinedAt, email, ['sendVerification', 'Verify your email for Chuma'])
  if (!isVerified) return
  const consent = { analyticsConsent: random.chance(0.7), analyticsConsentAt: later(joinedAt, 2) }
  const settings = { language, theme: 'auto', mailsPayouts: true, mailsSignIns: true } as const
  rows.memberSettings.push({ memberId, ...consent, ...settings })
  const { version } = TERMS_IN_FORCE
  rows.memberTerms.push({ memberId, version, how: 'sign-up', seenAt: joinedAt, acceptedAt: joinedAt })
  if (!person.fate) return
  const code = `${firstName.toUpperCase().slice(0, 5)}${random.code(5)}`
  rows.referralCode.push({ code, memberId })
  rows.memberReferralCode.push({ code, memberId })
}

type Seen = Pick<Person, 'memberId' | 'joinedAt' | 'lastSeenAt' | 'address' | 'device'>

export const sessionOf = (random: Random, { memberId, joinedAt, lastSeenAt, address, device }: Seen) => ({
  memberId,
  tokenHash: random.bytes(32),
  sessionId: random.uuid(),
  createdAt: joinedAt,
  lastSeenAt,
  expiresAt: later(lastSeenAt, 180 * DAY),
  address,
  userAgent: device,
})

/** Ordinary members in Kenya who have been there for more than `days`, without the accounts of the log-in page. */
export const listOrdinary = ({ people }: World, days: number) =>
  people.filter(
    ({ fate, country, isVisitors, joinedDaysAgo }) =>
      fate === 'ordinary' && country === 'Kenya' && !isVisitors && joinedDaysAgo > days,
  )

const COUNTIES = ['nairobi', 'nairobi', 'nairobi', 'kiambu', 'nakuru', 'mombasa', 'kisumu', 'kakamega']

/** The members' sessions, and what they told about themselves: one answer has expired, one changed oddly, one is shared. */
export function tellProfiles({ random, rows, calendar, people }: World): void {
  for (const person of people) {
    if (person.fate !== 'unverified' && person.fate !== 'erased') rows.session.push(sessionOf(random, person))
  }
  const here = people.filter(
    ({ fate, joinedAt }) => fate !== 'erased' && calendar.isPast(later(joinedAt, 60)),
  )
  for (const [index, { memberId, joinedAt }] of here.entries()) {
    const answeredAt = later(joinedAt, random.between(5, 60))
    const said = { memberId, answeredAt, consentVersion: PROFILE_CONSENT_VERSION, source: 'survey' as const }
    if (index > 0 && random.chance(0.25)) continue
    for (const attribute of ATTRIBUTE_KEYS) {
      const hasExpired = index === 0 && attribute === 'network'
      if (!hasExpired && random.chance(0.2)) continue
      const expiresAt = later(answeredAt, hasExpired ? HOUR : PROFILE_ATTRIBUTES[attribute].months * 30 * DAY)
      rows.profileAnswer.push({ ...said, attribute, codes: answerTo(random, attribute), expiresAt })
    }
    const at = later(joinedAt, 61)
    if (index === 0)
      rows.profileFlag.push({ memberId, attribute: 'birth_year', kind: 'changed', flaggedAt: at })
    if (index === 1)
      rows.profileChoice.push({ memberId, sharedAt: at, shareVersion: PROFILE_SHARING_VERSION })
  }
}

function answerTo(random: Random, attribute: AttributeKey): string[] {
  if (random.chance(0.05)) return [PREFER_NOT]
  if (attribute === 'birth_year') return [String(random.between(1968, 2006))]
  if (attribute === 'county') return [random.pick(COUNTIES)]
  const { kind, options } = PROFILE_ATTRIBUTES[attribute]
  const codes = options.map(({ code }) => code)
  // The last of several is "none" or "another", which goes with nothing else.
  const chosen = kind === 'single' ? [] : codes.slice(0, -1).filter(() => random.chance(0.4))
  return chosen.length > 0 ? chosen : [random.pick(codes)]
}

/** Settle every invitation after the friend's first payout, as the programme stood on that day. */
export function tellReferrals({ people, rows, random, withdrawals, calendar, post }: World): void {
  const find = (name: string) => people.find(({ email }) => email === `${name}@demo.chuma`)
  for (const { name, friends } of story.invited) {
    const inviter = find(name)
    for (const friend of friends.flatMap((each) => find(each) ?? [])) {
      if (!inviter || inviter.joinedAt >= friend.joinedAt) continue
      const paid = withdrawals.flatMap(({ person, row: { paidAt } }) =>
        person === friend && paidAt ? paidAt.getTime() : [],
      )
      const settledAt = paid.length > 0 ? later(new Date(Math.min(...paid)), 0.1) : null
      const points = settledAt && isCampaign(calendar.daysAgoOf(settledAt)) ? CAMPAIGN.bonusPoints : null
      const state = settledAt ? (points ? 'paid' : 'refused') : 'joined'
      // One of those who invited many did so with their own number.
      const refusal = friends.length === 4 && friend.keenness > 0.4 ? 'same-person' : 'programme-closed'
      const [referralId, reason] = [random.uuid(), state === 'refused' ? refusal : null]
      const ends = { memberId: inviter.memberId, friendId: friend.memberId }
      const settled = { joinedAt: friend.joinedAt, state, reason, points, settledAt } as const
      rows.referral.push({ ...ends, referralId, ...settled })
      rows.referralFriend.push(ends)
      if (!settledAt || !points) continue
      const about = { key: `referral:${friend.memberId}`, text: 'Invited friend', id: referralId }
      post(inviter, settledAt, { kind: 'referral', points, ...about, by: 'system' })
    }
  }
}
