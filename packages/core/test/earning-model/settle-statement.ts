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
  if (click.claim === 'credited') return confirmClaim(model, statement, click)
  if (isOverCeiling(model, statement)) return settled('rejected', 'over-daily-ceiling')
  if (isCompleted(model, click)) return settled('duplicate', 'survey-was-credited')
  complete(model, click)
  model.transactions.add(nameOf(statement))
  const isTakenBack = model.transactions.has(nameOf({ ...statement, kind: 'reverse' }))
  const { holdDays } = partners[partner]
  const made: Credit = {
    click: model.clicks.indexOf(click),
    partner,
    transaction,
    points: click.points > 0 ? click.points : usd,
    usd,
    day: dayOf(model),
    dueAt: model.hours + holdDays * 24,
    state: isTakenBack ? 'cancelled' : holdDays > 0 ? 'pending' : 'available',
  }
  model.credits.push(made)
  if (made.state === 'available') payCredit(model, made)
  if (made.state === 'cancelled') return settled('reversed', 'reversed-before-it-came')
  return settled(made.state === 'pending' ? 'pending' : 'credited')
}

/** The first transaction for a granted claim pays nothing, and taking it back takes the claim back. */
function confirmClaim(model: Model, statement: Statement, click: Click): Settled {
  const { partner, usd, transaction } = statement
  const index = model.clicks.indexOf(click)
  if (model.credits.some((made) => made.click === index && made.isOfClaim)) {
    return settled('duplicate', 'claim-was-credited')
  }
  model.transactions.add(nameOf(statement))
  const isTakenBack = model.transactions.has(nameOf({ ...statement, kind: 'reverse' }))
  const made: Credit = {
    click: index,
    partner,
    transaction,
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
  return click.survey ? `${click.survey} survey` : `click ${model.clicks.indexOf(click)}: ${otherwise}`
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
  if (credited.state === 'pending') {
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

function isOverCeiling(model: Model, { partner, usd }: Statement): boolean {
  const ceilings: { maxUsdCentsPerMemberDay?: number } = partners[partner].ceilings
  const today = model.credits
    .filter((made) => made.partner === partner && made.day === dayOf(model))
    .reduce((sum, made) => sum + made.usd, 0)
  return (today + usd) * 100 > (ceilings.maxUsdCentsPerMemberDay ?? Number.POSITIVE_INFINITY)
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
  const { pick, isLost, isStranger, kind, transaction, usd } = said
  const index = clicks.length === 0 ? null : pick % clicks.length
  const own = index === null ? 'prompt' : (clicks[index]?.partner ?? 'prompt')
  const other = own === 'prompt' ? 'patient' : 'prompt'
  return { kind, transaction, usd, partner: isStranger ? other : own, click: isLost ? null : index }
}
export type { Said }
