import { rewardPoints } from '@chuma/contract/surveys/reward-points'
import type { StoryRow } from '@chuma/db/seed-story/story-rows'
import { later } from '../create-calendar.ts'
import type { Click, Person, World } from '../world.ts'
import { creditClick } from './credit-click.ts'
import { countTransaction, receiveEvent } from './receive-event.ts'
import { listOffered } from './take-survey.ts'
import { tellClaim } from './tell-claim.ts'

/** Leave for a partner's survey or link: many are paid for it, some are screened out, some hear nothing and ask. */
export function visitPartner(
  world: World,
  person: Person,
  { daysAgo, at }: { daysAgo: number; at: Date },
): void {
  const { random, calendar } = world
  const click = leave(world, person, { daysAgo, at })
  if (!click) return
  const answeredAt = later(at, random.between(9, 240))
  if (!calendar.isPast(answeredAt)) return
  const luck = random.next()
  if (luck < 0.58) creditClick(world, person, { click, at: answeredAt })
  else if (luck < 0.7 && click.attempt) screenOut(world, person, { click, at: answeredAt })
  else {
    if (luck < 0.8) refuse(world, { click, at: answeredAt })
    tellClaim(world, person, click)
  }
}

/** Follow a link that the member has not followed to its end. Null: there is none. */
export function leave(
  world: World,
  person: Person,
  { daysAgo, at }: { daysAgo: number; at: Date },
): Click | null {
  const { random, rows, tasks } = world
  const surveys = listOffered(world, person, daysAgo).filter(({ kind }) => kind === 'external')
  const links = tasks.filter(({ kind, fromDaysAgo }) => kind === 'affiliate' && fromDaysAgo > daysAgo)
  const survey = surveys.length > 0 && random.chance(0.75) ? random.pick(surveys) : null
  const link = !survey && links.length > 0 ? random.pick(links) : null
  const target = survey ?? link
  if (!target) return null
  const { memberId } = person
  const points = survey ? rewardPoints(survey.rewardUsd, 1) : (link?.points ?? 0)
  const click = {
    clickId: random.uuid(),
    reference: random.bytes(24).toString('base64url'),
    partnerId: target.partnerId ?? world.partners.research,
    title: target.title,
    points,
    amountUsd: survey ? survey.rewardUsd * 1.4 : Math.max(2.5, points / 45),
    at,
  }
  const { clickId, reference, partnerId, title } = click
  rows.click.push({
    memberId,
    clickId,
    reference,
    surveyId: survey?.surveyId ?? null,
    taskId: link?.taskId ?? null,
    partnerId: target.partnerId,
    points,
    title,
    clickedAt: at,
    address: person.address,
    userAgent: person.device,
  })
  rows.clickReference.push({ reference, memberId, clickId })
  return {
    ...click,
    partnerId,
    attempt: survey ? beginAttempt(world, memberId, { surveyId: survey.surveyId, points, at }) : null,
  }
}

type Begin = { surveyId: string; points: number; at: Date }

/** Open until the partner says something, or until it expires. */
function beginAttempt({ rows, random, calendar }: World, memberId: string, { surveyId, points, at }: Begin) {
  const expiresAt = later(at, 14 * 24 * 60)
  const isExpired = calendar.isPast(expiresAt)
  const attempt: StoryRow<'surveyAttempt'> = {
    memberId,
    surveyId,
    attemptId: random.uuid(),
    status: isExpired ? 'expired' : 'in_progress',
    rewardPoints: points,
    screenOutPoints: 0,
    questions: [],
    screenOutReason: null,
    flagReasons: [],
    startedAt: at,
    completedAt: null,
    endedAt: isExpired ? expiresAt : null,
  }
  rows.surveyAttempt.push(attempt)
  return attempt
}

function screenOut(world: World, { memberId }: Person, { click, at }: { click: Click; at: Date }): void {
  const { partnerId, reference, attempt } = click
  const transactionId = `S${world.random.code(9)}`
  const reason = world.random.pick(['quota-full', 'age-group', 'region', 'not-a-match'])
  const kind = 'screenout'
  const eventId = receiveEvent(world, {
    partnerId,
    at,
    kind,
    transactionId,
    reference,
    amountUsd: 0,
    outcome: 'screened-out',
    reason,
    memberId,
  })
  countTransaction(world, { partnerId, transactionId, kind, eventId, at, memberId, creditId: null })
  if (attempt) Object.assign(attempt, { status: 'screened_out', screenOutReason: reason, endedAt: at })
}

/** A signature that does not fit: the partner's mistake, which a member's claim brings to light. */
function refuse(world: World, { click, at }: { click: Click; at: Date }): void {
  const { partnerId, reference, amountUsd } = click
  const transactionId = `T${world.random.code(9)}`
  receiveEvent(world, {
    partnerId,
    at,
    kind: 'credit',
    transactionId,
    reference,
    amountUsd,
    outcome: 'rejected',
    reason: 'signature-mismatch',
  })
}
