import { TERMS_IN_FORCE } from '@chuma/contract/account/terms'
import { PROFILE_CONSENT_VERSION, PROFILE_SHARING_VERSION } from '@chuma/contract/profile/profile'
import {
  ATTRIBUTE_KEYS,
  type AttributeKey,
  PREFER_NOT,
  PROFILE_ATTRIBUTES,
} from '@chuma/contract/profile/profile-attributes'
import {
  CAMPAIGN,
  DAY,
  HOUR,
  isCampaign,
  later,
  type Person,
  type Random,
  tableOf,
  type World,
} from './world.ts'

/** In the order in which they joined, with language and country if not English and Kenya. The names are common ones. */
const PEOPLE = `
  Akinyi Owuor, Kipkemboi Langat, Njoki Mwangi/sw, Mutua Musyoka, Halima Abdi, Barasa Wafula, Naserian Ole Sankale,
  Mwanajuma Said/sw, Kamau Njoroge, Chebet Koech, Moraa Nyaboke, Atieno Okello, Mwende Kilonzo, Hassan Mohamed,
  Wambui Kariuki, Ekal Lokwang, Nafula Simiyu, Kazungu Charo/sw, Grace Akinyi, Peter Gitonga, Rehema Juma/sw/Tanzania,
  Brian Otieno, Fatuma Noor, Joseph Kibet, Esther Muthoni, Samuel Omondi, Zawadi Mwakio/sw, Dennis Kipchumba,
  Mercy Wanjala, Abdullahi Guyo, Lilian Kemunto, Musa Nsubuga/en/Uganda, Faith Nduku, Collins Odongo, Purity Gakii,
  Salim Bakari/sw, Irene Jepkosgei, Victor Mwaniki, Naomi Lekishon, Eric Uwimana/en/Rwanda, Jane Wairimu,
  Kelvin Odhiambo, Amina Yusuf, Stephen Kasyoka, Beatrice Nekesa, Daudi Mrisho/sw/Tanzania, Sharon Chepkemoi,
  George Ndungu, Hawa Ali/sw, Felix Mutiso, Winnie Adhiambo, Ibrahim Wako, Caroline Bosibori,
  Chinedu Okafor/en/Nigeria, Ruth Wangari, Evans Rotich, Mariam Hamisi/sw, Tom Wekesa, Sarah Kimani/en/United Kingdom,
  Lokiru Ekeno`.split(/,\s+/)

/** By the place in the list of people: who, the last day of those who stopped coming, and when payouts were paused. */
const FATES: Record<string, { who: number[]; leftDaysAgo?: number; pausedDaysAgo?: number }> = {
  premium: { who: [0, 4, 8, 12, 19, 24, 33, 40] },
  lapsed: { who: [1, 9, 16, 28], leftDaysAgo: 2 },
  suspended: { who: [13, 37], leftDaysAgo: 12 },
  paused: { who: [22], pausedDaysAgo: 9 },
  appealing: { who: [30, 42], pausedDaysAgo: 6 },
  refused: { who: [17], pausedDaysAgo: 20 },
  resumed: { who: [6, 25] },
  unverified: { who: [45, 49, 52, 56, 59] },
  closing: { who: [34], leftDaysAgo: 6 },
  erased: { who: [15], leftDaysAgo: 40 },
  indebted: { who: [11, 29], leftDaysAgo: 18 },
  dormant: { who: [3, 10, 20, 27, 31], leftDaysAgo: 45 },
}

const BANKS = ['Equity Bank', 'KCB', 'Co-operative Bank', 'NCBA']
const PHONES = ['Chrome on Android', 'Chrome on Android', 'Opera on Android', 'Safari on iPhone']

/** Let the demo's own members and sixty others join: some at once, many during the campaign, more and more after it. */
export function tellMembers(world: World): void {
  for (const [index, entry] of PEOPLE.entries()) {
    const person = createPerson(world, index, entry)
    join(world, person)
    world.people.push(person)
  }
  // The members of the log-in page have the story's past as well.
  for (const [index, email, name, joinedDaysAgo] of [
    [101, 'member@demo.chuma', 'Wanjiku Kamau', 84],
    [102, 'premium@demo.chuma', 'Otieno Odhiambo', 80],
  ] as const) {
    const memberId = world.base.members.find((member) => member.email === email)?.memberId
    if (!memberId) continue
    const joinedAt = world.calendar.at(joinedDaysAgo, 10 * HOUR + 12)
    const known = { memberId, email, joinedDaysAgo, joinedAt, lastSeenAt: joinedAt, isVisitors: true }
    const premium = { premiumFrom: joinedDaysAgo, premiumUntil: world.calendar.ago(-365 * DAY) }
    const habits = { leftDaysAgo: 1, keenness: 0.55, bank: null, mpesaNumber: `254700000${index}` }
    const person = { ...createPerson(world, index, name), ...known, ...habits }
    world.people.push({ ...person, ...(email.startsWith('premium') && premium) })
  }
}

function joinedDaysAgo(index: number): number {
  if (index < 14) return 89 - index
  if (index < 26) return 74 - Math.floor((index - 14) * 2.5)
  if (index < 41) return CAMPAIGN.from - Math.floor(((index - 26) * (CAMPAIGN.from - CAMPAIGN.to)) / 14)
  return 31 - Math.floor(30 * ((index - 41) / 18) ** 0.8)
}

function createPerson(world: World, index: number, entry: string): Person {
  const { random, calendar } = world
  const [name = '', language = 'en', country = 'Kenya'] = entry.trim().split('/')
  const [firstName = '', ...others] = name.split(' ')
  const [fate, { leftDaysAgo = 0, pausedDaysAgo = null }] = Object.entries(FATES).find(([, { who }]) =>
    who.includes(index),
  ) ?? ['ordinary', {}]
  const daysAgo = joinedDaysAgo(index)
  const joinedAt = calendar.at(daysAgo, random.between(7 * HOUR, 21 * HOUR))
  const accountNumber = `01${random.between(1e9, 9e9)}`
  return {
    ...draw(random, joinedAt),
    firstName,
    lastName: others.join(' '),
    email: `${name.toLowerCase().replaceAll(' ', '.')}@demo.chuma`,
    country,
    language: language === 'sw' ? 'sw' : 'en',
    fate,
    joinedDaysAgo: daysAgo,
    leftDaysAgo: Math.min(daysAgo, fate === 'dormant' ? Math.max(leftDaysAgo, daysAgo - 25) : leftDaysAgo),
    keenness: keennessOf(random, fate, index),
    ...premiumOf(world, fate, daysAgo),
    mpesaNumber: String(254_700_002_000 + index),
    bank: random.chance(0.18) ? { bankName: random.pick(BANKS), accountNumber, accountName: name } : null,
    isVisitors: false,
    pausedAt: pausedDaysAgo === null ? null : calendar.at(pausedDaysAgo, 11 * HOUR + 40),
  }
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

/** Sign somebody up, with their settings and terms once their address is verified. */
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

/** Sessions come last, when it is known when each was here. */
function tellSessions({ people, rows, random }: World): void {
  for (const person of people) {
    if (person.fate !== 'unverified' && person.fate !== 'erased') rows.session.push(sessionOf(random, person))
  }
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
export function tellProfiles(world: World): void {
  tellSessions(world)
  const { random, rows, calendar } = world
  const people = world.people.filter(
    ({ fate, joinedAt }) => fate !== 'erased' && calendar.isPast(later(joinedAt, 60)),
  )
  for (const [index, { memberId, joinedAt }] of people.entries()) {
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

/** Who invited whom, by email: one chain of five, some circles, and one who invited somebody with their own number. */
const INVITED = tableOf(
  ['name', 'friends'],
  `
  akinyi.owuor | njoki.mwangi brian.otieno joseph.kibet chinedu.okafor
  njoki.mwangi | barasa.wafula
  barasa.wafula | atieno.okello nafula.simiyu
  nafula.simiyu | grace.akinyi
  grace.akinyi | zawadi.mwakio faith.nduku
  premium | dennis.kipchumba collins.odongo abdullahi.guyo mariam.hamisi
  member | irene.jepkosgei kelvin.odhiambo beatrice.nekesa`,
)

/** Settle every invitation after the friend's first payout, as the programme stood on that day. */
export function tellReferrals({ people, rows, random, withdrawals, calendar, post }: World): void {
  const find = (name: string) => people.find(({ email }) => email === `${name}@demo.chuma`)
  for (const { name, friends: names } of INVITED) {
    const inviter = find(name)
    const friends = names.split(' ')
    for (const friend of friends.flatMap((each) => find(each) ?? [])) {
      if (!inviter || inviter.joinedAt >= friend.joinedAt) continue
      const paid = withdrawals.flatMap(({ person, row: { paidAt } }) =>
        person === friend && paidAt ? [paidAt] : [],
      )
      const first = paid.toSorted((a, b) => a.getTime() - b.getTime())[0]
      const points = first && isCampaign(calendar.daysAgoOf(first)) ? CAMPAIGN.bonusPoints : null
      const referralId = random.uuid()
      const ends = { memberId: inviter.memberId, friendId: friend.memberId }
      const settledAt = first ? later(first, 0.1) : null
      const state = first ? (points ? 'paid' : 'refused') : 'joined'
      const refusal = friends.length === 4 && friend.keenness > 0.4 ? 'same-person' : 'programme-closed'
      const reason = state === 'refused' ? refusal : null
      const settled = { joinedAt: friend.joinedAt, state, reason, points, settledAt } as const
      rows.referral.push({ ...ends, referralId, ...settled })
      rows.referralFriend.push(ends)
      if (!settledAt || !points) continue
      const about = { key: `referral:${friend.memberId}`, text: 'Invited friend', id: referralId }
      post(inviter, settledAt, { kind: 'referral', points, ...about, by: 'system' })
    }
  }
}
