import { type PartnerName, partners } from './catalogue.ts'
import { book, type Click, type Credit, dayOf, type Model, type Statement } from './model.ts'

type Settled = { outcome: string; reason: string | null }

const settled = (outcome: string, reason: string | null = null): Settled => ({ outcome, reason })

/** The expected effect of a partner's call, also on the member. */
export function settleStatement(model: Model, statement: Statement): Settled {
  if (statement.kind === 'reverse') return reverse(model, statement)
  const click = statement.click === null ? undefined : model.clicks[statement.click]
  if (!click) return settled('unmatched', 'unknown-click')
  if (click.partner !== statement.partner) return settled('unmatched', 'click-of-another-partner')
  return statement.kind === 'credit' ? credit(model, statement, click) : screenOut(model, statement, click)
}

function credit(model: Model, statement: Statement, click: Click): Settled {
  const { partner, usd, transaction } = statement
  if (model.transactions.has(nameOf(statement))) return settled('duplicate')
  const confirmation = confirmationOf(model, click)
  if (click.claim === 'credited' && confirmation?.state !== 'reversed')
    return confirmClaim(model, statement, click)
  const counted = creditsOf(model, click).filter(isLive)
  const isGiven = click.points > 0 && givenOf(counted) >= click.points
  if (click.survey && (isGiven || isPaidElsewhere(model, click)))
    return settled('duplicate', 'survey-was-credited')
  const goal = goalOf(click, statement)
  if (counted.some((made) => made.goal === goal)) return settled('duplicate', 'goal-was-credited')
  if (isGiven) return settled('duplicate', 'promise-was-given')

  model.transactions.add(nameOf(statement))
  const isTakenBack = model.transactions.has(nameOf({ ...statement, kind: 'reverse' }))
  const { holdDays } = partners[partner]
  const weighed = weigh(click, counted, usd)
  const made: Credit = {
    click: model.clicks.indexOf(click),
    partner,
    transaction,
    goal,
    bought: usd,
    points: weighed.points,
    usd,
    day: dayOf(model),
    dueAt: model.hours + holdDays * 24,
    state: isTakenBack ? 'cancelled' : holdDays > 0 ? 'pending' : 'available',
  }
  const brings = weighed.points + weighed.parts.reduce((sum, { points }) => sum + points, 0)
  if (!isTakenBack && !weighed.isBought) made.why = 'pays-less-than-promised'
  else if (!isTakenBack && isOverCeiling(model, statement, brings)) made.why = 'over-daily-ceiling'
  model.credits.push(made)
  if (made.why) {
    made.state = 'review'
    if (click.points > 0) made.points = click.points - givenOf(counted)
    return settled('review', made.why)
  }
  if (made.state === 'cancelled') return settled('reversed', 'reversed-before-it-came')
  complete(model, click)
  for (const { part, points } of weighed.parts) payPart(model, part, points)
  if (made.state === 'available') payCredit(model, made)
  return settled(made.state === 'pending' ? 'pending' : 'credited')
}

/** All amounts are whole points: the goals share the promise, and none gets more than it buys. */
function weigh(click: Click, counted: Credit[], usd: number) {
  if (click.points === 0) return { points: usd, isBought: true, parts: [] }
  const left = click.points - givenOf(counted)
  const own = Math.min(usd, left)
  let rest = left - own
  const parts = counted.filter(isPart).map((part) => {
    const points = Math.min(part.bought, rest)
    rest -= points
    return { part, points }
  })
  const isBought = rest === 0 && counted.reduce((sum, made) => sum + made.usd, usd) >= click.points
  return isBought ? { points: own, isBought, parts } : { points: left, isBought, parts: [] }
}

function payPart(model: Model, part: Credit, points: number): void {
  if (points === 0) {
    part.state = 'cancelled'
    return
  }
  part.points = points
  part.state = part.dueAt > model.hours ? 'pending' : 'available'
  if (part.state === 'available') payCredit(model, part)
}

const isLive = ({ state }: Credit) => state === 'review' || state === 'pending' || state === 'available'
const isPart = ({ state, why }: Credit) => state === 'review' && why === 'pays-less-than-promised'
const givenOf = (counted: Credit[]) =>
  counted.reduce((sum, made) => sum + (isPart(made) ? 0 : made.points), 0)
const goalOf = ({ points }: Click, { goal, transaction }: Statement) =>
  goal || (points > 0 ? '' : `transaction ${transaction}`)

export const creditsOf = (model: Model, click: Click) =>
  model.credits.filter((made) => model.clicks[made.click] === click)

const confirmationOf = (model: Model, click: Click) =>
  creditsOf(model, click).find(({ isOfClaim }) => isOfClaim)

/** Whether another of the member's clicks was paid for the same survey, and nothing took that back. */
export function isPaidElsewhere(model: Model, click: Click): boolean {
  return model.clicks.some(
    (other) =>
      other !== click &&
      other.survey === click.survey &&
      (creditsOf(model, other).some(({ state }) => state === 'pending' || state === 'available') ||
        isClaimPaid(model, other)),
  )
}

export const isClaimPaid = (model: Model, click: Click) =>
  click.claim === 'credited' && confirmationOf(model, click)?.state !== 'reversed'

/** The first transaction for a granted claim pays nothing, and taking it back takes the claim back. */
function confirmClaim(model: Model, statement: Statement, click: Click): Settled {
  const { partner, usd, transaction } = statement
  if (confirmationOf(model, click)) return settled('duplicate', 'claim-was-credited')
  model.transactions.add(nameOf(statement))
  const isTakenBack = model.transactions.has(nameOf({ ...statement, kind: 'reverse' }))
  const made: Credit = {
    click: model.clicks.indexOf(click),
    partner,
    transaction,
    goal: goalOf(click, statement),
    bought: 0,
    points: click.granted,
    usd,
    day: dayOf(model),
    dueAt: model.hours,
    state: 'available',
    isOfClaim: true,
  }
  model.credits.push(made)
  if (!isTakenBack) return settled('duplicate', 'claim-was-credited')
  takeBack(model, made)
  return settled('reversed', 'reversed-before-it-came')
}

/** A survey is one cause, whatever pays for it: paying twice would book it twice, which the model refuses. */
export function causeOf(model: Model, click: Click, otherwise: string): string {
  const index = model.clicks.indexOf(click)
  if (!click.survey) return `click ${index}: ${otherwise}`
  // What was taken back can be paid again, and several goals of one click share its promise.
  return `${click.survey} survey, click ${index}: ${otherwise}`
}

export function payCredit(model: Model, { click: index, partner, transaction, points }: Credit): void {
  const click = model.clicks[index]
  if (!click) throw new Error(`no click ${index}`)
  const cause = causeOf(model, click, `${partner} ${transaction}`)
  book(model, { kind: click.survey ? 'survey' : 'offer', cause, points })
}

function reverse(model: Model, statement: Statement): Settled {
  const { partner, transaction } = statement
  if (model.transactions.has(nameOf(statement))) return settled('duplicate')
  model.transactions.add(nameOf(statement))
  const credited = model.credits.find((made) => made.partner === partner && made.transaction === transaction)
  if (!credited) return settled('kept-for-credit')
  if (credited.state === 'cancelled') return settled('recorded', 'was-cancelled')
  if (credited.state === 'review' || credited.state === 'pending') {
    credited.state = 'cancelled'
    return settled('reversed')
  }
  takeBack(model, credited)
  return settled('reversed')
}

function takeBack(model: Model, credit: Credit): void {
  const { partner, transaction, points } = credit
  credit.state = 'reversed'
  book(model, { kind: 'reversal', cause: `reversal of ${partner} ${transaction}`, points: -points })
}

function screenOut(model: Model, statement: Statement, click: Click): Settled {
  if (model.transactions.has(nameOf(statement))) return settled('duplicate')
  model.transactions.add(nameOf(statement))
  const attempt = click.survey && model.attempts.get(click.survey)
  if (attempt && (attempt.status === 'started' || attempt.status === 'in_progress')) {
    attempt.status = 'screened_out'
  }
  return settled('screened-out', 'not-a-match')
}

const nameOf = ({ partner, transaction, kind }: Statement) => `${partner}/${transaction}/${kind}`

function isOverCeiling(model: Model, { partner, usd }: Statement, points: number): boolean {
  const ceilings: { maxUsdCentsPerMemberDay?: number; maxPointsPerMemberDay?: number } =
    partners[partner].ceilings
  const today = model.credits.filter(
    (made) =>
      made.partner === partner &&
      made.day === dayOf(model) &&
      (made.state === 'pending' || made.state === 'available' || made.state === 'reversed'),
  )
  const sum = (of: 'usd' | 'points') => today.reduce((all, made) => all + made[of], 0)
  return (
    (sum('usd') + usd) * 100 > (ceilings.maxUsdCentsPerMemberDay ?? Number.POSITIVE_INFINITY) ||
    sum('points') + points > (ceilings.maxPointsPerMemberDay ?? Number.POSITIVE_INFINITY)
  )
}

export function isCompleted(model: Model, { survey }: Click): boolean {
  return survey !== null && model.attempts.get(survey)?.status === 'completed'
}

export function complete(model: Model, { survey }: Click): void {
  if (survey !== null) model.attempts.set(survey, { status: 'completed', startedAt: model.hours })
}

type Said = Omit<Statement, 'partner' | 'click'> & { pick: number; isLost: boolean; isStranger: boolean }

/**
 * Choose the sender and the click of a call, from the existing clicks. A lost call names an unknown click, a stranger's
 * call the click of another partner.
 */
export function addressStatement(clicks: readonly { partner: PartnerName }[], said: Said): Statement {
  const { pick, isLost, isStranger, kind, transaction, goal, usd } = said
  const index = clicks.length === 0 ? null : pick % clicks.length
  const own = index === null ? 'prompt' : (clicks[index]?.partner ?? 'prompt')
  const other = own === 'prompt' ? 'patient' : 'prompt'
  return { kind, transaction, goal, usd, partner: isStranger ? other : own, click: isLost ? null : index }
}
export type { Said }
