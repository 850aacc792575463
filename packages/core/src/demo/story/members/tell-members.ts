import { TERMS_IN_FORCE } from '@chuma/contract/account/terms'
import { CAMPAIGN, type Fate, later, mail, type Person, type Random, type World } from '../world.ts'

/** By the place in the list of people. Everyone else lives an ordinary life. */
const FATES: Partial<Record<Fate, number[]>> = {
  premium: [0, 4, 8, 12, 19, 24, 33, 40],
  lapsed: [1, 9, 16, 28],
  suspended: [13, 37],
  paused: [22],
  appealing: [30, 42],
  refused: [17],
  resumed: [6, 25],
  unverified: [45, 49, 52, 56, 59],
  closing: [34],
  erased: [15],
  indebted: [11, 29],
  dormant: [3, 10, 20, 27, 31],
}

/** The last day of those who stopped coming. */
const LEFT_DAYS_AGO: Partial<Record<Fate, number>> = {
  suspended: 12,
  closing: 6,
  erased: 40,
  dormant: 45,
  lapsed: 2,
  indebted: 18,
}

/** When payouts were paused for good, or so far. */
const PAUSED_DAYS_AGO: Partial<Record<Fate, number>> = { paused: 9, appealing: 6, refused: 20 }

const DEVICES = [
  'Chrome on Android',
  'Chrome on Android',
  'Opera on Android',
  'Safari on iPhone',
  'Chrome on Windows',
]
const BANKS = ['Equity Bank', 'KCB', 'Co-operative Bank', 'NCBA']

/** Let the demo's own members and sixty others join: some at once, many during the campaign, more and more after it. */
export function tellMembers(world: World): void {
  for (const [index, entry] of PEOPLE.entries()) joinStory(world, createPerson(world, index, entry))
  joinAgain(world, 'member@demo.chuma', {
    firstName: 'Wanjiku',
    lastName: 'Kamau',
    joinedDaysAgo: 84,
    number: '254700000101',
  })
  joinAgain(world, 'premium@demo.chuma', {
    firstName: 'Otieno',
    lastName: 'Odhiambo',
    joinedDaysAgo: 80,
    number: '254700000102',
  })
}

function joinedDaysAgo(index: number): number {
  if (index < 14) return 89 - index
  if (index < 26) return 74 - Math.floor((index - 14) * 2.5)
  if (index < 41) return CAMPAIGN.from - Math.floor(((index - 26) * (CAMPAIGN.from - CAMPAIGN.to)) / 14)
  return 31 - Math.floor(30 * ((index - 41) / 18) ** 0.8)
}

function createPerson(
  world: World,
  index: number,
  [firstName, lastName, country = 'Kenya', language]: (typeof PEOPLE)[number],
): Person {
  const { random, calendar } = world
  const fate = (Object.keys(FATES) as Fate[]).find((name) => FATES[name]?.includes(index)) ?? 'ordinary'
  const daysAgo = joinedDaysAgo(index)
  const joinedAt = calendar.at(daysAgo, random.between(7 * 60, 21 * 60))
  const isBanked = random.chance(0.18)
  const localPart = `${firstName}.${lastName}`
    .toLowerCase()
    .replace(/[^a-z]+/g, '.')
    .replace('ndung.u', 'ndungu')
  const leftDaysAgo = Math.min(daysAgo, LEFT_DAYS_AGO[fate] ?? 0)
  return {
    memberId: random.uuid(),
    firstName,
    lastName,
    email: `${localPart}@demo.chuma`,
    country,
    language: language ?? 'en',
    fate,
    joinedAt,
    joinedDaysAgo: daysAgo,
    leftDaysAgo: fate === 'dormant' ? Math.max(leftDaysAgo, daysAgo - 25) : leftDaysAgo,
    keenness: keennessOf(random, fate, index),
    ...premiumOf(world, fate, daysAgo),
    mpesaNumber: String(254_700_002_000 + index),
    bank: isBanked
      ? {
          bankName: random.pick(BANKS),
          accountNumber: `01${random.between(1e9, 9e9)}`,
          accountName: `${firstName} ${lastName}`,
        }
      : null,
    device: random.pick(DEVICES),
    address: `105.16${random.between(0, 3)}.${random.between(0, 255)}.${random.between(1, 254)}`,
    lastSeenAt: joinedAt,
    isVisitors: false,
    pausedAt: PAUSED_DAYS_AGO[fate] === undefined ? null : calendar.at(PAUSED_DAYS_AGO[fate], 11 * 60 + 40),
  }
}

function keennessOf(random: Random, fate: Fate, index: number): number {
  if (fate === 'unverified') return 0
  if (fate === 'indebted') return 0.12
  return index === 0 ? 0.8 : 0.18 + 0.5 * random.next() ** 1.4
}

function premiumOf({ random, calendar }: World, fate: Fate, daysAgo: number) {
  if (fate !== 'premium' && fate !== 'lapsed') return { premiumFrom: null, premiumUntil: null }
  const untilDays = fate === 'premium' ? -random.between(4, 27) : random.between(5, 20)
  // Whole months back from the end, as many as the membership is old.
  const months = Math.max(1, Math.floor((daysAgo - untilDays - 2) / 30))
  return { premiumFrom: untilDays + months * 30, premiumUntil: calendar.at(untilDays, 9 * 60) }
}

function joinStory(world: World, person: Person): void {
  const { rows, random, calendar, passwordHash } = world
  const { memberId, email, firstName, lastName, country, joinedAt, fate } = person
  const isVerified = fate !== 'unverified'
  rows.member.push({
    memberId,
    email,
    firstName,
    lastName,
    country,
    passwordHash,
    emailVerifiedAt: isVerified ? later(joinedAt, random.between(1, 40)) : null,
    premiumUntil: person.premiumUntil,
    premiumCancelledAt: null,
    premiumRemindedUntil: person.premiumUntil,
    createdAt: joinedAt,
    suspendedAt: null,
    suspensionReason: null,
    deletionDueAt: null,
    erasedAt: null,
  })
  rows.emailOwner.push({ email, memberId })
  mail(world, {
    at: later(joinedAt, 0.1),
    kind: 'sendVerification',
    to: email,
    subject: 'Verify your email for Chuma',
  })
  if (isVerified) settleIn(world, person)
  world.people.push(person)
  person.lastSeenAt = calendar.isPast(joinedAt) ? joinedAt : calendar.now
}

function settleIn({ rows, random }: World, { memberId, language, joinedAt, firstName }: Person): void {
  const code = `${firstName
    .toUpperCase()
    .replace(/[^A-Z]/g, '')
    .slice(0, 5)}${random.code(5)}`
  rows.referralCode.push({ code, memberId })
  rows.memberReferralCode.push({ code, memberId })
  const consents = random.chance(0.7)
  rows.memberSettings.push({
    memberId,
    language,
    theme: random.pick(['auto', 'light', 'dark'] as const),
    mailsPayouts: true,
    mailsSignIns: true,
    analyticsConsent: consents,
    analyticsConsentAt: later(joinedAt, 2),
  })
  rows.memberTerms.push({
    memberId,
    version: TERMS_IN_FORCE.version,
    how: 'sign-up',
    seenAt: joinedAt,
    acceptedAt: joinedAt,
  })
}

type Known = { firstName: string; lastName: string; joinedDaysAgo: number; number: string }

/** A member of the log-in page has the story's past as well. */
function joinAgain(world: World, email: string, { joinedDaysAgo, number, ...names }: Known): void {
  const known = world.base.members.find((member) => member.email === email)
  if (!known) return
  const isPremium = email.startsWith('premium')
  world.people.push({
    memberId: known.memberId,
    ...names,
    email,
    country: 'Kenya',
    language: 'en',
    fate: 'ordinary',
    joinedAt: world.calendar.at(joinedDaysAgo, 10 * 60 + 12),
    joinedDaysAgo,
    leftDaysAgo: 1,
    isVisitors: true,
    keenness: 0.55,
    premiumFrom: isPremium ? joinedDaysAgo : null,
    premiumUntil: isPremium ? later(world.calendar.now, 365 * 24 * 60) : null,
    mpesaNumber: number,
    bank: null,
    device: 'Chrome on Android',
    address: '105.161.20.7',
    lastSeenAt: world.calendar.at(joinedDaysAgo, 10 * 60 + 12),
    pausedAt: null,
  })
}

/** Sessions come last, when it is known when each was here. */
export function tellSessions({ people, rows, random }: World): void {
  for (const { memberId, fate, joinedAt, lastSeenAt, address, device } of people) {
    if (fate === 'unverified' || fate === 'erased') continue
    rows.session.push({
      memberId,
      tokenHash: random.bytes(32),
      sessionId: random.uuid(),
      createdAt: joinedAt,
      lastSeenAt,
      expiresAt: later(lastSeenAt, 180 * 24 * 60),
      address,
      userAgent: device,
    })
  }
}

/** First name, last name, country if it is not Kenya, and `sw` for those who read Swahili. */
type Entry = readonly [firstName: string, lastName: string, country?: string, language?: 'sw']

/** The story's members, in the order in which they joined. Any likeness is by chance: the names are common ones. */
const PEOPLE: readonly Entry[] = [
  ['Akinyi', 'Owuor'],
  ['Kipkemboi', 'Langat'],
  ['Njoki', 'Mwangi', 'Kenya', 'sw'],
  ['Mutua', 'Musyoka'],
  ['Halima', 'Abdi'],
  ['Barasa', 'Wafula'],
  ['Naserian', 'Ole Sankale'],
  ['Mwanajuma', 'Said', 'Kenya', 'sw'],
  ['Kamau', 'Njoroge'],
  ['Chebet', 'Koech'],
  ['Moraa', 'Nyaboke'],
  ['Atieno', 'Okello'],
  ['Mwende', 'Kilonzo'],
  ['Hassan', 'Mohamed'],
  ['Wambui', 'Kariuki'],
  ['Ekal', 'Lokwang'],
  ['Nafula', 'Simiyu'],
  ['Kazungu', 'Charo', 'Kenya', 'sw'],
  ['Grace', 'Akinyi'],
  ['Peter', 'Gitonga'],
  ['Rehema', 'Juma', 'Tanzania', 'sw'],
  ['Brian', 'Otieno'],
  ['Fatuma', 'Noor'],
  ['Joseph', 'Kibet'],
  ['Esther', 'Muthoni'],
  ['Samuel', 'Omondi'],
  ['Zawadi', 'Mwakio', 'Kenya', 'sw'],
  ['Dennis', 'Kipchumba'],
  ['Mercy', 'Wanjala'],
  ['Abdullahi', 'Guyo'],
  ['Lilian', 'Kemunto'],
  ['Musa', 'Nsubuga', 'Uganda'],
  ['Faith', 'Nduku'],
  ['Collins', 'Odongo'],
  ['Purity', 'Gakii'],
  ['Salim', 'Bakari', 'Kenya', 'sw'],
  ['Irene', 'Jepkosgei'],
  ['Victor', 'Mwaniki'],
  ['Naomi', 'Lekishon'],
  ['Eric', 'Uwimana', 'Rwanda'],
  ['Jane', 'Wairimu'],
  ['Kelvin', 'Odhiambo'],
  ['Amina', 'Yusuf'],
  ['Stephen', 'Kasyoka'],
  ['Beatrice', 'Nekesa'],
  ['Daudi', 'Mrisho', 'Tanzania', 'sw'],
  ['Sharon', 'Chepkemoi'],
  ['George', 'Ndung’u'],
  ['Hawa', 'Ali', 'Kenya', 'sw'],
  ['Felix', 'Mutiso'],
  ['Winnie', 'Adhiambo'],
  ['Ibrahim', 'Wako'],
  ['Caroline', 'Bosibori'],
  ['Chinedu', 'Okafor', 'Nigeria'],
  ['Ruth', 'Wangari'],
  ['Evans', 'Rotich'],
  ['Mariam', 'Hamisi', 'Kenya', 'sw'],
  ['Tom', 'Wekesa'],
  ['Sarah', 'Kimani', 'United Kingdom'],
  ['Lokiru', 'Ekeno'],
]
