import { rewardPoints } from '@chuma/contract/surveys/reward-points'
import { later } from '../create-calendar.ts'
import { actorOf, audit, type Click, mail, type Person, reward, STAFF, type World } from '../world.ts'

const DAY_MINUTES = 24 * 60
export const CLAIM_NOTES = {
  en: [
    'I finished it and saw the thank-you page.',
    'The page closed at the end, but I answered everything.',
    'It took me the whole twenty minutes.',
    '',
  ],
  sw: ['Nilimaliza maswali yote.', 'Ukurasa ulifunga mwishoni.', ''],
}
const GRANTED = ['The partner confirms that you finished.', 'We found your event; its signature had failed.']
const DECLINED = [
  'The partner says that you left before the last page.',
  'The partner did not count this answer: it came from a second device.',
  'The survey was full when you arrived.',
]

/** Some who hear nothing claim their points a few days later; staff decide within two or three. */
export function tellClaim(world: World, person: Person, click: Click): void {
  const { random, rows, calendar } = world
  if (!random.chance(0.5)) return
  const openedAt = later(click.at, random.between(1, 4) * DAY_MINUTES + random.between(5, 300))
  // Today's and yesterday's are told by tell-waiting.ts.
  if (calendar.daysAgoOf(openedAt) < 2) return
  const decidedAt = calendar.atDesk(later(openedAt, random.between(5, 52) * 60))
  if (!calendar.isPast(decidedAt)) return
  const isCredited = random.chance(0.5)
  const by = random.pick([STAFF.support, STAFF.content, STAFF.finance])
  const points = click.points > 0 ? click.points : rewardPoints(click.amountUsd, 1)
  const claimId = random.uuid()
  const reason = random.pick(isCredited ? GRANTED : DECLINED)
  const { memberId, email } = person
  rows.creditClaim.push({
    memberId,
    claimId,
    clickId: click.clickId,
    note: random.pick(CLAIM_NOTES[person.language]),
    state: isCredited ? 'credited' : 'declined',
    reason,
    points: isCredited ? points : null,
    openedAt,
    decidedAt,
    decidedBy: actorOf(by),
  })
  const after = { state: isCredited ? 'credited' : 'declined', points: isCredited ? points : null }
  audit(world, {
    at: decidedAt,
    by,
    action: 'decide-claim',
    subject: `claim:${claimId}`,
    before: { state: 'open' },
    after,
    reason,
  })
  mail(world, {
    at: later(decidedAt, 0.1),
    kind: 'sendClaimDecided',
    to: email,
    subject: `Your claim for ${click.title}`,
  })
  if (!isCredited) return
  if (click.attempt)
    Object.assign(click.attempt, { status: 'completed', completedAt: decidedAt, endedAt: decidedAt })
  reward(world, person, {
    at: decidedAt,
    kind: 'claim',
    points,
    sourceKey: `claim:${click.clickId}`,
    description: `Claim granted: ${click.title}`,
    subjectId: click.clickId,
    actor: actorOf(by),
  })
}
