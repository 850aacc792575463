import * as eligibility from '@chuma/contract/surveys/eligibility/eligibility'
import { holdsPermission } from '@chuma/core/auth/staff'
import { countAudience, getEligibility, saveEligibility } from '@chuma/core/surveys/eligibility'
import { route } from '../../meta.ts'
import { staffProcedure } from '../../trpc.ts'

const exampleRule = {
  and: [
    { is: 'any-of', attribute: 'county', codes: ['nairobi', 'kisumu'] },
    { is: 'age', from: 18, to: 34 },
  ],
}
const exampleEligibility = {
  version: 1,
  rule: exampleRule,
  savedAt: '2026-11-20T09:30:00.000Z',
  savedBy: 'staff:content',
}

/** Part of `admin`: who may take a survey, and how many members that is. */
export const eligibilityProcedures = {
  getEligibility: staffProcedure('offers:read')
    .meta({
      rest: route('GET /admin/surveys/:id/eligibility', 'Who may take a survey', {
        example: { answer: exampleEligibility },
        errors: ['SURVEY_NOT_FOUND'],
      }),
    })
    .input(eligibility.eligibilityIdInput)
    .output(eligibility.eligibility)
    .query(({ ctx, input }) => getEligibility(ctx.deps, input)),

  saveEligibility: staffProcedure('offers:manage', 'routine')
    .meta({
      rest: route('PUT /admin/surveys/:id/eligibility', 'Change who may take a survey', {
        example: { body: { version: 0, rule: exampleRule }, answer: exampleEligibility },
        description:
          'A rule over the profile, the history and the quality of members; null for everyone in the country. `version` is the one that was read, 0 for the first. Answers 409 if someone else has saved since, and 202 if so few members fit that a second person has to agree. Members who have started may finish.',
        errors: ['ELIGIBILITY_CHANGED', 'SURVEY_NOT_FOUND'],
      }),
    })
    .input(eligibility.saveEligibilityInput)
    .output(eligibility.eligibility)
    .mutation(({ ctx, input }) => saveEligibility(ctx.deps, ctx.staff, input)),

  countAudience: staffProcedure('offers:read')
    .meta({
      rest: route('GET /admin/surveys/:id/audience', 'How many active members a rule fits', {
        description:
          '`rule` is JSON, saved or not. Counts of fewer than five are hidden without `results:raw`. With many members the counts are estimates, with an interval. `second`: saving the rule needs a second person, because fewer than `below` fit.',
        errors: ['SURVEY_NOT_FOUND'],
      }),
    })
    .input(eligibility.countAudienceInput)
    .output(eligibility.audience)
    .query(({ ctx, input }) =>
      countAudience(ctx.deps, { isRaw: holdsPermission(ctx.caller, 'results:raw') }, input),
    ),
}
