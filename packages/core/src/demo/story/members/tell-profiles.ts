import { PREFER_NOT } from '@chuma/contract/profile/attribute'
import { PROFILE_CONSENT_VERSION, PROFILE_SHARING_VERSION } from '@chuma/contract/profile/profile'
import {
  ATTRIBUTE_KEYS,
  type AttributeKey,
  PROFILE_ATTRIBUTES,
} from '@chuma/contract/profile/profile-attributes'
import { later } from '../create-calendar.ts'
import { createRandom, type Random } from '../create-random.ts'
import { actorOf, audit, type Person, STAFF, type World } from '../world.ts'

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
