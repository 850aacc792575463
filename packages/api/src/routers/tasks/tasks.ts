import { pageInput } from '@chuma/contract/pages'
import {
  adTask,
  affiliateLink,
  clickAdInput,
  clickedAd,
  openedLink,
  provenTask,
  submitProofInput,
  submittedProof,
  taskIdInput,
  taskView,
  videoTask,
  watchedVideo,
} from '@chuma/contract/tasks/tasks'
import { clickAd } from '@chuma/core/tasks/click-ad'
import { listAdTasks } from '@chuma/core/tasks/list-ad-tasks'
import { listAffiliateLinks } from '@chuma/core/tasks/list-affiliate-links'
import { listMicroJobs } from '@chuma/core/tasks/list-micro-jobs'
import { listSocialTasks } from '@chuma/core/tasks/list-social-tasks'
import { listVideoTasks } from '@chuma/core/tasks/list-video-tasks'
import { openLink } from '@chuma/core/tasks/open-link'
import { openTask } from '@chuma/core/tasks/open-task'
import { submitProof } from '@chuma/core/tasks/proofs/submit-proof'
import { watchVideo } from '@chuma/core/tasks/watch-video'
import * as z from 'zod'
import { memberProcedure, router } from '../../trpc.ts'

export const tasksRouter = router({
  listVideoTasks: memberProcedure
    .input(pageInput)
    .output(z.array(videoTask))
    .query(({ ctx, input }) => listVideoTasks(ctx.deps, ctx.member, input)),

  listAdTasks: memberProcedure
    .input(pageInput)
    .output(z.array(adTask))
    .query(({ ctx, input }) => listAdTasks(ctx.deps, ctx.member, input)),

  listSocialTasks: memberProcedure
    .input(pageInput)
    .output(z.array(provenTask))
    .query(({ ctx, input }) => listSocialTasks(ctx.deps, ctx.member, input)),

  listMicroJobs: memberProcedure
    .input(pageInput)
    .output(z.array(provenTask))
    .query(({ ctx, input }) => listMicroJobs(ctx.deps, ctx.member, input)),

  listAffiliateLinks: memberProcedure
    .input(pageInput)
    .output(z.array(affiliateLink))
    .query(({ ctx, input }) => listAffiliateLinks(ctx.deps, ctx.member, input)),

  openTask: memberProcedure
    .input(taskIdInput)
    .output(taskView)
    .mutation(({ ctx, input }) => openTask(ctx.deps, ctx.member, input)),

  watchVideo: memberProcedure
    .input(taskIdInput)
    .output(watchedVideo)
    .mutation(({ ctx, input }) => watchVideo(ctx.deps, ctx.member, input)),

  clickAd: memberProcedure
    .input(clickAdInput)
    .output(clickedAd)
    .mutation(({ ctx, input }) => clickAd(ctx.deps, ctx.member, input)),

  submitProof: memberProcedure
    .input(submitProofInput)
    .output(submittedProof)
    .mutation(({ ctx, input }) => submitProof(ctx.deps, ctx.member, input)),

  openLink: memberProcedure
    .input(taskIdInput)
    .output(openedLink)
    .mutation(({ ctx, input }) => openLink(ctx.deps, ctx.caller, input)),
})
