import type { DecideCreditReviewInput } from '@chuma/contract/partners/partners'
import { decideCreditReview } from '../../src/partners/reviews.ts'
import { type Action, answerTo } from './action.ts'
import { type Click, type Credit, type Model, pickFrom, refused } from './model.ts'
import { complete, creditsOf, isClaimPaid, isPaidElsewhere, payCredit } from './settle-statement.ts'
import { listReviewed, staff } from './testing.ts'

type Decision = { pick: number; decision: DecideCreditReviewInput['decision'] }

const reviewed = ({ credits }: Pick<Model, 'credits'>) => credits.filter(({ why }) => why)

/** Staff decide about a credit that waits, or waited, for them. */
export function reviewDecision({ pick, decision }: Decision): Action {
  return {
    name: `review ${pick} ${decision}`,
    isPossible: (model) => reviewed(model).length > 0,
    predict: (model) => {
      const credit = pickFrom(reviewed(model), pick)
      if (credit.state !== 'review') return refused('ALREADY_DECIDED')
      if (decision === 'rejected') {
        credit.state = 'cancelled'
        return { state: 'cancelled' }
      }
      const click = model.clicks[credit.click]
      if (!click) throw new Error('no click')
      const left = leftOf(model, click, credit)
      if (isClaimPaid(model, click) || left <= 0 || (click.survey && isPaidElsewhere(model, click))) {
        return refused('ALREADY_CREDITED')
      }
      credit.points = decision === 'promised' ? left : Math.min(credit.bought, left)
      credit.state = credit.dueAt > model.hours ? 'pending' : 'available'
      complete(model, click)
      if (credit.state === 'available') payCredit(model, credit)
      if (click.points > 0 && credit.points === left) closeOthers(model, click)
      return { state: credit.state }
    },
    perform: (world) =>
      answerTo(async () => {
        const id = pickFrom(await listReviewed(world), pick)
        const wish = { id, decision, reason: 'Looked into it' }
        const { state } = await decideCreditReview(world.deps, staff, wish)
        return { state }
      }),
  }
}

function leftOf(model: Model, click: Click, credit: Credit): number {
  if (click.points === 0) return credit.points
  const paid = creditsOf(model, click).filter(({ state }) => state === 'pending' || state === 'available')
  return click.points - paid.reduce((sum, { points }) => sum + points, 0)
}

function closeOthers(model: Model, click: Click): void {
  for (const other of creditsOf(model, click)) if (other.state === 'review') other.state = 'cancelled'
}
