import { PROFILE_CONSENT_VERSION, PROFILE_SHARING_VERSION } from '@chuma/contract/profile/profile'
import {
  ATTRIBUTE_KEYS,
  type AttributeKey,
  PREFER_NOT,
  PROFILE_ATTRIBUTES,
} from '@chuma/contract/profile/profile-attributes'
import {
  actorOf,
  audit,
  CAMPAIGN,
  createRandom,
  isCampaign,
  later,
  type Person,
  type Random,
  reward,
  STAFF,
  type World,
} from '../world.ts'

const SEED = 20_261_127
const DAY_MINUTES = 24 * 60
/** Where most members live. */
const COUNTIES = [
  'nairobi',
  'nairobi',
  'nairobi',
  'kiambu',
  'nakuru',
  'mombasa',
  'kisumu',
  'uasin_gishu',
  'machakos',
  'kakamega',
]

/**
 * What members told about themselves, and a survey for some of them. Draws from numbers of its own, so that the rest of the story
 * stays as it is.
 */
export function tellProfiles(world: World): void {
  const random = createRandom(SEED)
  const people = world.people.filter(({ fate }) => fate !== 'erased')
  for (const person of people) if (random.chance(0.75)) tellPerson(world, random, person)
  const [first, second] = people
  if (first) {
    // An answer that has expired, and another that changed in an unlikely way.
    const answeredAt = later(first.joinedAt, 30)
    keep(world, first, {
      attribute: 'network',
      codes: ['airtel'],
      answeredAt,
      expiresAt: later(answeredAt, 60),
    })
    world.rows.profileFlag.push({
      memberId: first.memberId,
      attribute: 'birth_year',
      kind: 'changed',
      flaggedAt: answeredAt,
    })
  }
  if (second) {
    const sharedAt = later(second.joinedAt, 45)
    world.rows.profileChoice.push({
      memberId: second.memberId,
      sharedAt,
      shareVersion: PROFILE_SHARING_VERSION,
    })
  }
  tellTarget(world)
}

function tellPerson(world: World, random: Random, person: Person): void {
  const answeredAt = later(person.joinedAt, random.between(5, 60))
  if (!world.calendar.isPast(answeredAt)) return
  for (const attribute of ATTRIBUTE_KEYS) {
    if (!random.chance(0.8)) continue
    const expiresAt = later(answeredAt, PROFILE_ATTRIBUTES[attribute].months * 30 * DAY_MINUTES)
    keep(world, person, { attribute, codes: answerTo(random, attribute), answeredAt, expiresAt })
  }
}

function answerTo(random: Random, attribute: AttributeKey): string[] {
  if (random.chance(0.05)) return [PREFER_NOT]
  if (attribute === 'birth_year') return [String(random.between(1968, 2006))]
  if (attribute === 'county') return [random.pick(COUNTIES)]
  const { kind, options } = PROFILE_ATTRIBUTES[attribute]
  const codes = options.map(({ code }) => code)
  if (kind === 'single') return [random.pick(codes)]
  // The last is "none" or "another", which goes with nothing else.
  const chosen = codes.slice(0, -1).filter(() => random.chance(0.4))
  return chosen.length > 0 ? chosen : [random.pick(codes)]
}

type Said = { attribute: AttributeKey; codes: string[]; answeredAt: Date; expiresAt: Date }

function keep({ rows }: World, { memberId }: Person, said: Said): void {
  const known = rows.profileAnswer.find(
    (row) => row.memberId === memberId && row.attribute === said.attribute,
  )
  if (known) Object.assign(known, said)
  else
    rows.profileAnswer.push({ ...said, memberId, consentVersion: PROFILE_CONSENT_VERSION, source: 'survey' })
}

/** Nets are for the counties around the lake and at the coast. */
function tellTarget(world: World): void {
  const survey = world.surveys.find(({ title }) => title === 'A mosquito net that lasts')
  if (!survey) return
  const rule = {
    and: [
      { is: 'any-of' as const, attribute: 'county' as const, codes: ['kisumu', 'kakamega', 'mombasa'] },
      { is: 'age' as const, from: 18, to: 60 },
    ],
  }
  const savedAt = world.calendar.at(14, 10 * 60)
  const savedBy = actorOf(STAFF.content)
  world.rows.surveyEligibility.push({ surveyId: survey.surveyId, rule, version: 1, savedAt, savedBy })
  audit(world, {
    at: savedAt,
    by: STAFF.content,
    action: 'save-eligibility',
    subject: `survey:${survey.surveyId}`,
    before: { rule: null },
    after: { rule },
  })
}

const ERASED_DAYS_AGO = 10

/** One member asked to be forgotten: what was theirs is gone, what the books need stays without a name. */
export function tellErasure(world: World): void {
  for (const person of world.people.filter(({ fate }) => fate === 'erased')) erase(world, person)
}

function erase({ rows, ledger, calendar }: World, { memberId, email }: Person): void {
  const erasedAt = calendar.at(ERASED_DAYS_AGO, 4 * 60 + 20)
  const left = ledger.balanceAt(memberId, erasedAt)
  if (left > 0) {
    ledger.book(memberId, {
      at: erasedAt,
      kind: 'adjustment',
      availableDelta: -left,
      heldDelta: 0,
      houseAccount: 'adjustments',
      sourceKey: 'erasure',
      description: 'Points left when the account was deleted',
      subjectId: null,
      actor: 'system',
    })
  }
  const member = rows.member.find((row) => row.memberId === memberId)
  const nobody = {
    email: `erased-${memberId}@deleted.invalid`,
    firstName: 'Erased',
    lastName: 'member',
    country: '',
    passwordHash: '',
    emailVerifiedAt: null,
  }
  if (member) Object.assign(member, { ...nobody, deletionDueAt: later(erasedAt, -20), erasedAt })
  const isOther = (row: { memberId?: string | null }) => row.memberId !== memberId
  for (const table of [
    'emailOwner',
    'memberSettings',
    'memberTerms',
    'referralCode',
    'memberReferralCode',
    'surveyAnswer',
    'dailyLogin',
    'payoutDetails',
    'clickReference',
  ] as const) {
    Object.assign(rows, { [table]: rows[table].filter(isOther) })
  }
  Object.assign(rows, { mailDelivery: rows.mailDelivery.filter(({ recipient }) => recipient !== email) })
  for (const withdrawal of rows.withdrawal.filter((row) => !isOther(row))) {
    for (const column of [
      'mpesaNumber',
      'bankName',
      'accountNumber',
      'accountName',
      'adminComment',
    ] as const) {
      if (withdrawal[column]) withdrawal[column] = 'erased'
    }
  }
  for (const sent of rows.payoutAttempt.filter((row) => !isOther(row))) sent.mpesaNumber = 'erased'
  rows.auditEntry.push({
    at: erasedAt,
    actor: 'system',
    action: 'member.erased',
    subject: `member:${memberId}`,
    before: null,
    after: null,
    reason: null,
    address: null,
  })
}

/** Who invited whom, by email: one chain of five, some circles, and one who invited somebody with their own number. */
const INVITED: Record<string, string[]> = {
  'akinyi.owuor': ['njoki.mwangi', 'brian.otieno', 'joseph.kibet', 'chinedu.okafor'],
  'njoki.mwangi': ['barasa.wafula'],
  'barasa.wafula': ['atieno.okello', 'nafula.simiyu'],
  'nafula.simiyu': ['grace.akinyi'],
  'grace.akinyi': ['zawadi.mwakio', 'faith.nduku'],
  premium: ['dennis.kipchumba', 'collins.odongo', 'abdullahi.guyo', 'mariam.hamisi'],
  member: ['irene.jepkosgei', 'kelvin.odhiambo', 'beatrice.nekesa'],
}

/** Settle every invitation after the friend's first payout, as the programme stood on that day. */
export function tellReferrals(world: World): void {
  const { people, rows, random, withdrawals } = world
  const find = (name: string) => people.find(({ email }) => email === `${name}@demo.chuma`)
  for (const [name, friends] of Object.entries(INVITED)) {
    const inviter = find(name)
    for (const friend of friends.flatMap((each) => find(each) ?? [])) {
      if (!inviter || inviter.joinedAt >= friend.joinedAt) continue
      const paidAt = withdrawals
        .filter(({ person, row }) => person === friend && row.paidAt)
        .flatMap(({ row }) => row.paidAt ?? [])
        .toSorted((a, b) => a.getTime() - b.getTime())[0]
      const isOpen = paidAt !== undefined && isCampaign(world.calendar.daysAgoOf(paidAt))
      const referralId = random.uuid()
      const settledAt = paidAt ? later(paidAt, 0.1) : null
      const points = isOpen ? CAMPAIGN.bonusPoints : null
      rows.referral.push({
        memberId: inviter.memberId,
        friendId: friend.memberId,
        referralId,
        joinedAt: friend.joinedAt,
        state: paidAt ? (isOpen ? 'paid' : 'refused') : 'joined',
        reason:
          paidAt && !isOpen
            ? friends.length === 4 && friend.keenness > 0.4
              ? 'same-person'
              : 'programme-closed'
            : null,
        points,
        settledAt,
      })
      rows.referralFriend.push({ friendId: friend.memberId, memberId: inviter.memberId })
      if (!settledAt || points === null) continue
      const sourceKey = `referral:${friend.memberId}`
      reward(world, inviter, {
        at: settledAt,
        kind: 'referral',
        points,
        sourceKey,
        description: 'Invited friend',
        subjectId: referralId,
        actor: 'system',
      })
    }
  }
}

/** Points that staff corrected. After everything else: a correction says what the balance was. */
export function tellCorrections(world: World): void {
  const { people, rows, random, ledger, calendar } = world
  const corrections = [
    { delta: 25, daysAgo: 51, reason: 'The daily bonus of the day of our outage' },
    { delta: -40, daysAgo: 28, reason: 'One proof was paid twice by mistake' },
    { delta: 15, daysAgo: 9, reason: 'A quiz answer was marked wrongly' },
  ]
  const known = people.filter(({ fate, joinedDaysAgo }) => fate === 'ordinary' && joinedDaysAgo > 55)
  for (const [index, { delta, daysAgo, reason }] of corrections.entries()) {
    const person = known[index]
    const at = calendar.atDesk(calendar.at(daysAgo, 12 * 60 + 7))
    if (!person || ledger.spendableAt(person.memberId, at) + delta < 0) continue
    const { memberId } = person
    const correctionId = random.uuid()
    const points = ledger.balanceAt(memberId, at)
    const total = ledger.earnedBy(memberId, at)
    const actor = actorOf(STAFF.finance)
    ledger.book(memberId, {
      at,
      kind: 'adjustment',
      availableDelta: delta,
      heldDelta: 0,
      houseAccount: 'adjustments',
      sourceKey: `correction:${correctionId}`,
      description: 'Corrected by our staff',
      subjectId: correctionId,
      actor,
    })
    rows.earningsCorrection.push({
      memberId,
      correctionId,
      totalBefore: total,
      totalAfter: total,
      pointsBefore: points,
      pointsAfter: points + delta,
      reason,
      actor,
      createdAt: at,
    })
    const before = { totalEarnings: total, points }
    audit(world, {
      at,
      by: STAFF.finance,
      action: 'member.earnings-edited',
      subject: `member:${memberId}`,
      before,
      after: { ...before, points: points + delta },
      reason,
    })
  }
}
