import type { Deps } from '@chuma/core/deps'
import { writeQuestionnaireCsv } from '@chuma/core/surveys/questionnaire/save-questionnaire'
import { givenDraft, readTeaQuestionnaire } from '@chuma/core/surveys/questionnaire/testing'
import { drinks, givenQuotas, toPlan } from '@chuma/core/surveys/quotas/testing'
import { givenOpenAnswer } from '@chuma/core/surveys/results/testing'
import { givenComment, givenPublished, givenSignOff, givenTest } from '@chuma/core/surveys/sign-off/testing'
import { givenSurvey } from '@chuma/core/surveys/testing'
import type { Boss, Changes } from './change.ts'

const tea = readTeaQuestionnaire()
const plan = { cells: { tea: 1, coffee: 1 } }
const offer = { title: 'Tea', description: 'About tea', reward: 1, duration: 1, kind: 'instant' }

/** What staff do with survey offers. */
export function offerChanges(deps: Deps, boss: Boss): Changes {
  const { db } = deps
  return {
    'admin.createSurvey': () => boss(offer),
    'admin.updateSurvey': async () => boss({ id: await givenSurvey(db), title: 'New' }),
    'admin.saveEligibility': async () =>
      boss({ id: await givenSurvey(db), version: 0, rule: { is: 'premium', value: true } }),
    'admin.saveQuestionnaire': async () =>
      boss({ id: await givenSurvey(db), version: 0, questionnaire: tea }),
    'admin.publishQuestionnaire': async () => boss({ id: await givenDraft(db, tea), version: 1 }),
    'admin.createSignOffLink': async () => boss({ id: await givenDraft(db, tea), version: 1 }),
    'admin.revokeSignOffLink': async () => boss({ id: (await givenSignOff(deps)).linkId }),
    'admin.answerSignOffComment': async () =>
      boss({ id: (await givenComment(deps)).commentId, text: 'Changed' }),
    'admin.keepTestAnswer': async () =>
      boss({ id: await givenDraft(db, tea), version: 1, answers: { 1: 'no' }, seconds: 9 }),
    'admin.deleteTestAnswers': async () => boss({ id: (await givenTest(deps)).surveyId, which: 'all' }),
    'admin.importQuestionnaire': async () =>
      boss({ id: await givenSurvey(db), version: 0, csv: writeQuestionnaireCsv(tea) }),
    'admin.saveQuotas': async () => boss(toPlan(await givenDraft(db, drinks), plan)),
    'admin.releaseQuotas': async () =>
      boss({ id: await givenQuotas(db, { ...plan, softLaunch: 1 }), version: 1 }),
    'admin.importQuotas': async () =>
      boss({ id: await givenQuotas(db, plan), version: 1, csv: 'drink,Target\ntea,2\n' }),
    'admin.changeSurveyCategory': async () =>
      boss({ id: await givenSurvey(db), questionId: 4, change: { kind: 'add', name: 'Fees' } }),
    'admin.codeSurveyAnswers': async () => {
      const { id, respondents } = await givenOpenAnswer(db)
      return boss({ id, questionId: 4, respondents, add: [1] })
    },
    'admin.deleteSurvey': async () => boss({ id: await givenSurvey(db) }),
  }
}

/** Reads that need an input. */
export const offerLooks = (deps: Deps, { db } = deps): Record<string, () => Promise<object>> => ({
  'admin.getSurvey': async () => ({ id: await givenSurvey(db) }),
  'admin.getSurveyResults': async () => ({ id: await givenSurvey(db) }),
  'admin.getSurveyTables': async () => ({ id: await givenSurvey(db) }),
  'admin.exportSurveyTables': async () => ({ id: await givenSurvey(db) }),
  'admin.getSurveyCrossTab': async () => ({ id: await givenSurvey(db), rows: 1, columns: 2 }),
  'admin.listSurveyAnswers': async () => ({ id: await givenSurvey(db) }),
  'admin.exportSurveyResults': async () => ({ id: await givenSurvey(db) }),
  'admin.exportSurveyCodebook': async () => ({ id: await givenSurvey(db) }),
  'admin.getEligibility': async () => ({ id: await givenSurvey(db) }),
  'admin.countAudience': async () => ({ id: await givenSurvey(db) }),
  'admin.getQuotas': async () => ({ id: await givenSurvey(db) }),
  'admin.exportQuotas': async () => ({ id: await givenSurvey(db) }),
  'admin.exportSurveyTripleS': async () => ({ id: await givenSurvey(db) }),
  'admin.getSurveyCategories': async () => ({ id: await givenSurvey(db), questionId: 4 }),
  'admin.getQuestionnaire': async () => ({ id: await givenSurvey(db) }),
  'admin.checkQuestionnaire': async () => ({ id: await givenDraft(db, tea) }),
  'admin.dryRunQuestionnaire': async () => ({ id: await givenDraft(db, tea) }),
  'admin.listQuestionnaireVersions': async () => ({ id: await givenSurvey(db) }),
  'admin.getPublishedQuestionnaire': async () => ({ id: await givenPublished(deps), version: 1 }),
  'admin.getSignOff': async () => ({ id: await givenDraft(db, tea) }),
  'admin.getTestAnswer': async () => ({ id: (await givenTest(deps)).testId }),
  'admin.exportQuestionnaire': async () => ({ id: await givenSurvey(db) }),
})
