import { decideProof, submitProof } from '../../src/tasks/proofs.ts'
import { listAdTasks, listVideoTasks } from '../../src/tasks/task-lists.ts'
import { letSecondsPass } from '../../src/tasks/testing.ts'
import { clickAd, openTask, watchVideo } from '../../src/tasks/views.ts'
import { type Action, answerTo } from './action.ts'
import { AD_SECONDS, type ProvenName, proven, terms, type ViewName, views } from './catalogue.ts'
import { availableOf, book, dayOf, type Model, momentOf, pickFrom, refused } from './model.ts'
import { staff } from './testing.ts'

export function viewList(kind: 'video' | 'ad'): Action {
  return {
    name: `list ${kind}s`,
    isMembers: true,
    predict: (model) => {
      const { at = 0, day = -1 } = model.listed.get(kind) ?? {}
      const wasLeft = [...model.voidedAt].some(([task, left]) => views[task].kind === kind && left > at)
      if (day < dayOf(model) || wasLeft) model.listed.set(kind, { at: momentOf(model), day: dayOf(model) })
      return { listed: 2 }
    },
    perform: async ({ deps, member }) => {
      const list = kind === 'video' ? listVideoTasks : listAdTasks
      return { listed: (await list(deps, member)).length }
    },
  }
}

export function viewOpening(task: ViewName): Action {
  return {
    name: `open ${task}`,
    isMembers: true,
    predict: (model) => {
      if (model.viewed.has(`${task} on day ${dayOf(model)}`)) return refused('DONE_TODAY')
      if (model.view?.task !== task) {
        const at = momentOf(model)
        if (model.view) model.voidedAt.set(model.view.task, at)
        model.view = { task, openedAt: at }
      }
      return { isOpen: true }
    },
    perform: ({ deps, member, tasks }) =>
      answerTo(async () => {
        const { openedAt } = await openTask(deps, member, { id: tasks[task] })
        return { isOpen: openedAt !== null }
      }),
  }
}

export function viewWait(seconds: number): Action {
  return {
    name: `wait ${seconds} seconds`,
    predict: (model) => {
      model.secondsWaited += seconds
      return {}
    },
    perform: async ({ deps, member }) => {
      await letSecondsPass(deps.db, member.memberId, seconds)
      return {}
    },
  }
}

/** Claim a watched video or a clicked advertisement, neither too early. */
export function viewClaim(task: ViewName): Action {
  const { kind, points } = views[task]
  return {
    name: `claim ${task}`,
    isMembers: true,
    predict: (model) => {
      const day = dayOf(model)
      const cause = `${task} on day ${day}`
      if (model.viewed.has(cause)) return refused('DONE_TODAY')
      const now = momentOf(model)
      const startedAt = findViewStart(model, task)
      const required = kind === 'video' ? terms.videoWatchSeconds : AD_SECONDS
      if (startedAt === undefined || now - startedAt < required) {
        if (kind === 'video') return refused('TOO_EARLY')
        return { completed: false, pointsEarned: 0, availablePoints: availableOf(model) }
      }
      if (model.view?.task === task) model.view = null
      model.viewed.add(cause)
      model.viewClaimedAt = now
      book(model, { kind, cause, points })
      const earned = { pointsEarned: points, availablePoints: availableOf(model) }
      return kind === 'video' ? earned : { ...earned, completed: true }
    },
    perform: ({ deps, member, tasks }) =>
      answerTo(async () => {
        if (kind === 'video') return watchVideo(deps, member, { id: tasks[task] })
        const clicked = await clickAd(deps, member, { id: tasks[task], timeSpent: 10_000 })
        const { completed, pointsEarned, availablePoints } = clicked
        return { completed, pointsEarned, availablePoints }
      }),
  }
}

/** From the opening or else from the list; time that was paid for does not count again. */
function findViewStart({ view, listed: lists, voidedAt, viewClaimedAt }: Model, task: ViewName) {
  const listed = lists.get(views[task].kind)?.at
  const isListed = listed !== undefined && listed > (voidedAt.get(task) ?? 0)
  const began = view?.task === task ? view.openedAt : isListed ? listed : undefined
  return began === undefined ? undefined : Math.max(began, viewClaimedAt)
}

export function proofSubmission(task: ProvenName): Action {
  return {
    name: `hand in ${task}`,
    isMembers: true,
    predict: (model) => {
      if (model.proofs.some((proof) => proof.task === task && proof.state !== 'rejected')) {
        return refused('PROOF_STATE')
      }
      model.proofs.push({ task, state: 'submitted' })
      return { state: 'submitted', points: proven[task].points }
    },
    perform: (world) =>
      answerTo(async () => {
        const { deps, member, tasks } = world
        const { id, state, points } = await submitProof(deps, member, { id: tasks[task], proof: 'Done' })
        world.proofs.push(id)
        return { state, points }
      }),
  }
}

type Judgement = { pick: number; decision: 'approved' | 'rejected'; reason: string }

export function proofDecision({ pick, decision, reason }: Judgement): Action {
  return {
    name: `${decision} proof ${pick}${reason ? '' : ' without a reason'}`,
    isPossible: ({ proofs }) => proofs.length > 0,
    predict: (model) => {
      const proof = pickFrom(model.proofs, pick)
      if (decision === 'rejected' && reason === '') return refused('INVALID_INPUT')
      if (proof.state !== 'submitted') return refused('PROOF_STATE')
      proof.state = decision
      const { kind, points } = proven[proof.task]
      if (decision === 'approved') book(model, { kind, cause: `proof of ${proof.task}`, points })
      return { state: decision }
    },
    perform: ({ deps, proofs }) =>
      answerTo(async () => {
        const { state } = await decideProof(deps, staff, { id: pickFrom(proofs, pick), decision, reason })
        return { state }
      }),
  }
}
