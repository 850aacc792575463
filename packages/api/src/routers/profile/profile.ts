import * as profile from '@chuma/contract/profile/profile'
import {
  answerGroup,
  dismissQuestion,
  getOwnProfile,
  getQuestion,
  saveProfileAnswer,
  shareProfile,
  withdrawAnswer,
} from '@chuma/core/profile/profile'
import { route } from '../../meta.ts'
import { memberProcedure, router } from '../../trpc.ts'

export const profileRouter = router({
  getProfile: memberProcedure
    .meta({ rest: route('GET /profile/answers', 'What I told about myself, and the questions that pay') })
    .output(profile.profileOverview)
    .query(({ ctx }) => getOwnProfile(ctx.deps, ctx.member)),

  answerGroup: memberProcedure
    .meta({
      rest: route('POST /profile/groups/:group', 'Answer a group of questions about myself', {
        description:
          'Every question of the group needs an answer; `prefer_not` is one. Pays once a year for each group. `isConsented` agrees that the answers are stored until they expire or are withdrawn.',
        example: {
          body: {
            answers: { work: ['student'], occupation: ['prefer_not'] },
            isConsented: true,
          },
        },
      }),
    })
    .input(profile.answerProfileGroupInput)
    .output(profile.answeredProfileGroup)
    .mutation(({ ctx, input }) => answerGroup(ctx.deps, ctx.member, input)),

  saveAnswer: memberProcedure
    .meta({
      rest: route(
        'PUT /profile/answers/:attribute',
        'Answer one question about myself, or change the answer',
        {
          example: { body: { codes: ['nairobi'], isConsented: true } },
        },
      ),
    })
    .input(profile.saveProfileAnswerInput)
    .output(profile.profileOverview)
    .mutation(({ ctx, input }) => saveProfileAnswer(ctx.deps, ctx.member, input)),

  withdrawAnswer: memberProcedure
    .meta({
      rest: route('DELETE /profile/answers/:attribute', 'Withdraw an answer, which deletes it', {
        description: 'Points that it earned stay. Surveys that are chosen by it are no longer offered.',
      }),
    })
    .input(profile.profileAttributeInput)
    .output(profile.profileOverview)
    .mutation(({ ctx, input }) => withdrawAnswer(ctx.deps, ctx.member, input)),

  getQuestion: memberProcedure
    .meta({ rest: route('GET /profile/question', 'The question about me of this day, if any') })
    .output(profile.profileQuestion)
    .query(({ ctx }) => getQuestion(ctx.deps, ctx.member)),

  dismissQuestion: memberProcedure
    .meta({ rest: route('POST /profile/question/dismiss', 'Do not ask me this on the dashboard again') })
    .input(profile.profileAttributeInput)
    .output(profile.profileQuestion)
    .mutation(({ ctx, input }) => dismissQuestion(ctx.deps, ctx.member, input)),

  shareProfile: memberProcedure
    .meta({
      rest: route(
        'PUT /profile/sharing',
        'Share my answers with partners, let files link them within a series, or stop',
      ),
    })
    .input(profile.shareProfileInput)
    .output(profile.profileOverview)
    .mutation(({ ctx, input }) => shareProfile(ctx.deps, ctx.member, input)),
})
