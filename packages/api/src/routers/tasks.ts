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
} from '@chuma/contract/tasks'
import { clickAd } from '@chuma/core/tasks/click-ad'
import { listAdTasks } from '@chuma/core/tasks/list-ad-tasks'
import { listAffiliateLinks } from '@chuma/core/tasks/list-affiliate-links'
import { listMicroJobs } from '@chuma/core/tasks/list-micro-jobs'
import { listSocialTasks } from '@chuma/core/tasks/list-social-tasks'
import { listVideoTasks } from '@chuma/core/tasks/list-video-tasks'
import { openLink } from '@chuma/core/tasks/open-link'
import { openTask } from '@chuma/core/tasks/open-task'
import { submitProof } from '@chuma/core/tasks/submit-proof'
import { watchVideo } from '@chuma/core/tasks/watch-video'
import * as z from 'zod'
import { memberProcedure, router } from '../trpc.ts'

export const tasksRouter = router({
  listVideoTasks: memberProcedure
    .output(z.array(videoTask))
    .query(({ ctx }) => listVideoTasks(ctx.deps, ctx.member)),

  listAdTasks: memberProcedure.output(z.array(adTask)).query(({ ctx }) => listAdTasks(ctx.deps, ctx.member)),

  listSocialTasks: memberProcedure
    .output(z.array(provenTask))
    .query(({ ctx }) => listSocialTasks(ctx.deps, ctx.member)),

  listMicroJobs: memberProcedure
    .output(z.array(provenTask))
    .query(({ ctx }) => listMicroJobs(ctx.deps, ctx.member)),

  listAffiliateLinks: memberProcedure
    .output(z.array(affiliateLink))
    .query(({ ctx }) => listAffiliateLinks(ctx.deps, ctx.member)),

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
