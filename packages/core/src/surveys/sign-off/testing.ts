import type { Questionnaire } from '@chuma/contract/surveys/questionnaire/questionnaire'
import { visitor } from '../../auth/testing.ts'
import type { Deps } from '../../deps.ts'
import { publishQuestionnaire } from '../questionnaire/save-questionnaire.ts'
import { givenDraft, readTeaQuestionnaire } from '../questionnaire/testing.ts'
import { commentSignOff, createSignOffLink, keepSignOffTest } from './sign-off-links.ts'

const content = { name: 'staff:content', address: null }
const tea = readTeaQuestionnaire()

/** A survey whose draft is published as version 1. */
export async function givenPublished(deps: Deps, asked: Questionnaire = tea): Promise<string> {
  const id = await givenDraft(deps.db, asked)
  await publishQuestionnaire(deps, content, { id, version: 1 })
  return id
}

/** A draft with a link to sign it off. */
export async function givenSignOff(deps: Deps, asked: Questionnaire = tea) {
  const surveyId = await givenDraft(deps.db, asked)
  const { id: linkId, url } = await createSignOffLink(deps, content, { id: surveyId, version: 1, days: 14 })
  return { surveyId, linkId, url, token: url.slice(url.indexOf('#') + 1) }
}

export async function givenComment(deps: Deps) {
  const given = await givenSignOff(deps)
  const view = await commentSignOff(deps, visitor, {
    token: given.token,
    name: 'Njeri',
    questionId: 2,
    text: 'Cups of what size?',
  })
  return { ...given, commentId: view.comments[0]?.id ?? '' }
}

/** A finished walk by a link, which was screened out. */
export async function givenTest(deps: Deps) {
  const given = await givenSignOff(deps)
  const walk = { name: 'Njeri', answers: { 1: 'no' }, profile: {}, language: 'en', seconds: 9 }
  const { id: testId } = await keepSignOffTest(deps, visitor, { token: given.token, ...walk })
  return { ...given, testId }
}
