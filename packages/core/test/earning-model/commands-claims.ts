import { decideClaim, openClaim } from '../../src/partners/claims.ts'
import { type Action, answerTo } from './action.ts'
import { terms } from './catalogue.ts'
import { book, type Click, type Model, pickFrom, refused } from './model.ts'
import { causeOf, complete, creditsOf, isCompleted } from './settle-statement.ts'
import { staff } from './testing.ts'

export function claimOpening(pick: number): Action {
  return {
    name: `claim click ${pick}`,
    isMembers: true,
    isPossible: ({ clicks }) => clicks.length > 0,
    predict: (model) => {
      const click = pickFrom(model.clicks, pick)
      if (model.hours - click.at >= terms.claimDays * 24) return refused('NOT_FOUND')
      if (hasCredit(model, click)) return refused('ALREADY_CREDITED')
      if (click.claim) return refused('CLAIM_EXISTS')
      click.claim = 'open'
      model.claims.push({ click: model.clicks.indexOf(click) })
      return { state: 'open' }
    },
    perform: (world) =>
      answerTo(async () => {
        const { clickId } = pickFrom(world.clicks, pick)
        const claim = await openClaim(world.deps, world.member, { clickId, note: 'Finished it' })
        world.claims.push(claim.id)
        return { state: claim.state }
      }),
  }
}

type Decision = { pick: number; decision: 'credited' | 'declined'; points: number | undefined }

export function claimDecision({ pick, decision, points }: Decision): Action {
  return {
    name: `claim ${pick} ${decision}${points === undefined ? '' : ` with ${points} points`}`,
    isPossible: ({ claims }) => claims.length > 0,
    predict: (model) => {
      const click = model.clicks[pickFrom(model.claims, pick).click]
      if (click?.claim !== 'open') return refused('ALREADY_DECIDED')
      if (decision === 'declined') {
        click.claim = 'declined'
        return { state: decision, points: null }
      }
      if (hasCredit(model, click)) return refused('ALREADY_CREDITED')
      if (creditsOf(model, click).some(({ state }) => state === 'review')) return refused('CREDIT_IN_REVIEW')
      const granted = click.points > 0 ? click.points : points
      if (granted === undefined) return refused('INVALID_INPUT')
      if (isCompleted(model, click)) return refused('ALREADY_CREDITED')
      complete(model, click)
      click.claim = 'credited'
      click.granted = granted
      book(model, { kind: 'claim', cause: causeOf(model, click, 'claim'), points: granted })
      return { state: decision, points: granted }
    },
    perform: ({ deps, claims }) =>
      answerTo(async () => {
        const input = { id: pickFrom(claims, pick), decision, reason: 'Looked into it' }
        const decided = await decideClaim(deps, staff, { ...input, ...(points ? { points } : {}) })
        return { state: decided.state, points: decided.points }
      }),
  }
}

function hasCredit(model: Model, click: Click): boolean {
  return model.credits.some(
    ({ click: index, state }) =>
      model.clicks[index] === click && (state === 'pending' || state === 'available'),
  )
}
