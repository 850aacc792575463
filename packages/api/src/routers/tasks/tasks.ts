import { pageInput } from '@chuma/contract/fields'
import { retiredRow, retireInput } from '@chuma/contract/tasks/admin-quiz'
import { isPremiumKind, type ProofKind } from '@chuma/contract/tasks/task-kinds'
import * as tasks from '@chuma/contract/tasks/tasks'
import { notice } from '@chuma/core/notice'
import { createTask, listAllTasks, loadTask, retireTask, updateTask } from '@chuma/core/tasks/catalogue'
import { decideProof, listProofs, submitProof } from '@chuma/core/tasks/proofs'
import * as taskLists from '@chuma/core/tasks/task-lists'
import { clickAd, openLink, openTask, watchVideo } from '@chuma/core/tasks/views'
import * as z from 'zod'
import { wordMessageIfAny } from '../../language/word-answer.ts'
import { sayNotice } from '../../language/words.ts'
import { type Rest, route } from '../../meta.ts'
import { memberProcedure, router, staffProcedure } from '../../trpc.ts'
import { gameProcedures } from './games.ts'

const addresses: Record<ProofKind, { path: Rest['path']; plural: string }> = {
  social: { path: '/social-tasks', plural: 'Social tasks' },
  'micro-job': { path: '/micro-jobs', plural: 'Micro-jobs' },
}
/** Where each kind of task that members prove is listed; its proofs are submitted below each task. */
const PROVEN_ADDRESSES = tasks.proofKind.options.map((kind) => ({ kind, ...addresses[kind] }))

export const tasksRouter = router({
  ...gameProcedures,

  listVideoTasks: memberProcedure
    .meta({
      rest: route('GET /video-tasks', 'Videos to watch, newest first', { errors: ['PREMIUM_REQUIRED'] }),
    })
    .input(pageInput)
    .output(z.array(tasks.videoTask))
    .query(({ ctx, input }) => taskLists.listVideoTasks(ctx.deps, ctx.member, input)),

  listAdTasks: memberProcedure
    .meta({ rest: route('GET /ad-tasks', 'Advertisements, newest first', { errors: ['PREMIUM_REQUIRED'] }) })
    .input(pageInput)
    .output(z.array(tasks.adTask))
    .query(({ ctx, input }) => taskLists.listAdTasks(ctx.deps, ctx.member, input)),

  listProvenTasks: memberProcedure
    .meta({
      rest: PROVEN_ADDRESSES.map(({ path, kind, plural }) =>
        route(`GET ${path}`, `${plural}, newest first`, {
          ...(isPremiumKind(kind) && { errors: ['PREMIUM_REQUIRED'] }),
          fixed: { kind },
        }),
      ),
    })
    .input(tasks.listProvenTasksInput)
    .output(z.array(tasks.provenTask))
    .query(({ ctx, input }) => taskLists.listProvenTasks(ctx.deps, ctx.member, input)),

  listAffiliateLinks: memberProcedure
    .meta({ rest: route('GET /affiliate-links', "Partners' links, newest first") })
    .input(pageInput)
    .output(z.array(tasks.affiliateLink))
    .query(({ ctx, input }) => taskLists.listAffiliateLinks(ctx.deps, ctx.member, input)),

  openTask: memberProcedure
    .meta({
      rest: [
        route('POST /video-tasks/:id/open', 'Start watching a video', {
          description:
            'Optional: without it, time counts from when the list was last sent. Opening another task ends this view.',
          errors: ['DONE_TODAY', 'PREMIUM_REQUIRED'],
          fixed: { kind: 'video' },
        }),
        route('POST /ad-tasks/:id/open', 'Open an advertisement', {
          description:
            'Optional: without it, time counts from when the list was last sent. Opening another task ends this view.',
          errors: ['DONE_TODAY', 'PREMIUM_REQUIRED'],
          fixed: { kind: 'ad' },
        }),
      ],
    })
    .input(tasks.openTaskInput)
    .output(tasks.taskView)
    .mutation(({ ctx, input }) => openTask(ctx.deps, ctx.member, input)),

  watchVideo: memberProcedure
    .meta({
      rest: route('POST /video-tasks/:id/watch', 'Claim a video, once a day', {
        description:
          'Answers 409 `TOO_EARLY` before the time is over; the message says how many seconds are left.',
        errors: ['DONE_TODAY', 'PREMIUM_REQUIRED', 'TOO_EARLY'],
      }),
    })
    .input(tasks.taskIdInput)
    .output(tasks.watchedVideo)
    .mutation(({ ctx, input }) => watchVideo(ctx.deps, ctx.member, input)),

  clickAd: memberProcedure
    .meta({
      rest: route('POST /ad-tasks/:id/click', 'Claim an advertisement, once a day', {
        example: {
          answer: { pointsEarned: 0, completed: false, message: sayNotice('en', notice('AD_TOO_SHORT')) },
        },
        description:
          "By the server's clock; `timeSpent` decides nothing. Too early answers `completed: false`.",
        errors: ['DONE_TODAY', 'PREMIUM_REQUIRED'],
      }),
    })
    .input(tasks.clickAdInput)
    .output(tasks.clickedAd)
    .mutation(({ ctx, input }) => wordMessageIfAny(ctx.caller, clickAd(ctx.deps, ctx.member, input))),

  submitProof: memberProcedure
    .meta({
      rest: PROVEN_ADDRESSES.map(({ path, kind }) =>
        route(`POST ${path}/:id/proof`, 'Submit a link or a text as proof', {
          example: { body: { proof: 'https://example.com/posts/1874' } },
          description: 'Staff decide. After a rejection another proof can be submitted.',
          status: 201,
          errors: ['PREMIUM_REQUIRED', 'PROOF_STATE'],
          fixed: { kind },
        }),
      ),
    })
    .input(tasks.submitProofInput)
    .output(tasks.submittedProof)
    .mutation(({ ctx, input }) => submitProof(ctx.deps, ctx.member, input)),

  openLink: memberProcedure
    .meta({
      rest: route('POST /affiliate-links/:id/click', "Open a partner's link", {
        description: "Returns the address to open. Points come with the partner's signed confirmation.",
      }),
    })
    .input(tasks.taskIdInput)
    .output(tasks.openedLink)
    .mutation(({ ctx, input }) => openLink(ctx.deps, ctx.caller, input)),
})

const look = staffProcedure('catalogue:read')
const manage = staffProcedure('catalogue:manage', 'routine')

/** Part of `admin`: videos, advertisements, social tasks, micro-jobs and affiliate links. */
export const adminTaskProcedures = {
  listTasks: look
    .meta({ rest: route('GET /admin/tasks', 'Tasks of one kind, newest first') })
    .input(tasks.listTasksInput)
    .output(z.array(tasks.adminTask))
    .query(({ ctx, input }) => listAllTasks(ctx.deps, input)),

  getTask: look
    .meta({ rest: route('GET /admin/tasks/:id', 'One task') })
    .input(tasks.taskIdInput)
    .output(tasks.adminTask)
    .query(({ ctx, input }) => loadTask(ctx.deps.db, input.id)),

  createTask: manage
    .meta({
      rest: route('POST /admin/tasks', 'Add a task', { status: 201, errors: ['KEY_REUSED', 'NOT_FOUND'] }),
    })
    .input(tasks.createTaskInput)
    .output(tasks.adminTask)
    .mutation(({ ctx, input }) =>
      createTask(ctx.deps, ctx.staff, { ...input, idempotencyKey: ctx.idempotencyKey }),
    ),

  updateTask: manage
    .meta({
      rest: route('PUT /admin/tasks/:id', 'Change a task, or switch it on or off', {
        description: 'Answers 409 if `version` is not the newest.',
        errors: ['CATALOGUE_STATE'],
      }),
    })
    .input(tasks.updateTaskInput)
    .output(tasks.adminTask)
    .mutation(({ ctx, input }) => updateTask(ctx.deps, ctx.staff, input)),

  retireTask: manage
    .meta({
      rest: route('POST /admin/tasks/:id/retire', 'Retire a task permanently', {
        errors: ['CATALOGUE_STATE'],
      }),
    })
    .input(retireInput)
    .output(retiredRow)
    .mutation(({ ctx, input }) => retireTask(ctx.deps, ctx.staff, input)),
}

export const proofProcedures = {
  listProofs: staffProcedure('proofs:read')
    .meta({ rest: route('GET /admin/proofs', "Members' proofs, oldest first") })
    .input(tasks.listProofsInput)
    .output(z.array(tasks.adminProof))
    .query(({ ctx, input }) => listProofs(ctx.deps, input)),

  decideProof: staffProcedure('proofs:decide', 'routine')
    .meta({
      rest: route('PUT /admin/proofs/:id', 'Approve or reject a proof', {
        description: 'A rejection needs a reason. Answers 409 if the proof is decided already.',
        errors: ['PROOF_STATE'],
      }),
    })
    .input(tasks.decideProofInput)
    .output(tasks.adminProof)
    .mutation(({ ctx, input }) => decideProof(ctx.deps, ctx.staff, input)),
}
