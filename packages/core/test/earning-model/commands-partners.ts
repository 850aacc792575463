import { receivePostback, replayEvent } from '../../src/partners/events.ts'
import { callWith } from '../../src/partners/testing.ts'
import { type Action, answerTo } from './action.ts'
import { pickFrom, refused } from './model.ts'
import { addressStatement, type Said, settleStatement } from './settle-statement.ts'
import { staff } from './testing.ts'

export function partnerCall(said: Said): Action {
  return {
    name: `partner says ${describe(said)}`,
    isPossible: ({ clicks }) => said.isLost || clicks.length > 0,
    predict: (model) => {
      const statement = addressStatement(model.clicks, said)
      model.calls.push({ statement, isForgotten: false })
      const settled = settleStatement(model, statement)
      return { ...settled, reply: settled.outcome === 'duplicate' ? 'DUP' : 'OK' }
    },
    perform: async (world) => {
      const statement = addressStatement(world.clicks, said)
      const { publicKey } = world.partners[statement.partner]
      const mark = `/postback/${publicKey}?n=${world.nextNumber()}`
      const call = callWith(publicKey, world.eventOf(statement))
      const { body } = await receivePostback(world.deps, { ...call, rawTarget: mark })
      const { eventId, outcome, reason } = await world.findEvent(statement.partner, mark)
      world.events.push(eventId)
      return { outcome, reason, reply: body }
    },
  }
}

/** The process that stored the call dies before it processes it. */
export function forgottenCall(said: Said): Action {
  return {
    name: `forgotten: partner says ${describe(said)}`,
    isPossible: ({ clicks }) => said.isLost || clicks.length > 0,
    predict: (model) => {
      model.calls.push({ statement: addressStatement(model.clicks, said), isForgotten: true })
      return {}
    },
    perform: async (world) => {
      world.events.push(await world.storeForgotten(addressStatement(world.clicks, said)))
      return {}
    },
  }
}

type Replay = { pick: number; clickPick: number | null }

/** By staff: unchanged, or for the click that they found for it. */
export function eventReplay({ pick, clickPick }: Replay): Action {
  return {
    name: `replay event ${pick}${clickPick === null ? '' : ` for click ${clickPick}`}`,
    isPossible: ({ calls, clicks }) => calls.length > 0 && (clickPick === null || clicks.length > 0),
    predict: (model) => {
      const call = pickFrom(model.calls, pick)
      const found = clickPick === null ? {} : { click: clickPick % model.clicks.length }
      const settled = settleStatement(model, { ...call.statement, ...found })
      if (clickPick !== null && settled.outcome === 'unmatched') return refused('NOT_FOUND')
      call.isForgotten = false
      return settled
    },
    perform: ({ deps, member, events, clicks }) =>
      answerTo(() => {
        const id = pickFrom(events, pick)
        if (clickPick === null) return replayEvent(deps, staff, { id })
        const { clickId } = pickFrom(clicks, clickPick)
        return replayEvent(deps, staff, { id, click: { memberId: member.memberId, clickId } })
      }),
  }
}

function describe({ kind, pick, transaction, usd, isLost, isStranger }: Said): string {
  const whose = isLost ? 'nobody’s click' : `click ${pick}`
  return `${kind} ${transaction} of $${usd} for ${isStranger ? 'another partner’s ' : ''}${whose}`
}
