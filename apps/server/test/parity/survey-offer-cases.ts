import { type Case, read, type World, write } from './calls.ts'

const unknownId = '00000000-0000-4000-8000-000000000000'

/** Word for word what the specified caller sends. */
const offer = {
  title: 'Tea at home',
  description: 'Which tea, how often, with what.',
  reward: 2.5,
  duration: 5,
  category: 'lifestyle',
  country: 'Global',
  externalUrl: 'https://partner.example/tea',
  adminNotes: 'Until the campaign ends',
  isActive: true,
}

/** Survey offers, as staff keep them. */
export function surveyOfferCases(owner: { token: string }): Case[] {
  const asOwner = { member: owner } as unknown as World
  const look = (url: string, path: string, input?: object) => () => read(url, path, input)(asOwner)
  const change = (surveyId: string, body: object) =>
    write(`/api/admin/surveys/${surveyId}`, 'admin.updateSurvey', body, {
      method: 'PATCH',
      input: { ...body, id: surveyId },
      token: owner.token,
    })
  const remove = (id: string) =>
    write(`/api/admin/surveys/${id}`, 'admin.deleteSurvey', undefined, {
      method: 'DELETE',
      input: { id },
      token: owner.token,
    })
  const file = (csv: string) =>
    write('/api/admin/surveys/import', 'admin.importSurveys', { csv, isDryRun: true }, { token: owner.token })
  return [
    ['offers', 200, look('/api/admin/surveys?limit=1', 'admin.listSurveys', { limit: 1 })],
    ['offers as a member', 403, read('/api/admin/surveys', 'admin.listSurveys', {})],
    ['too many offers', 400, look('/api/admin/surveys?limit=501', 'admin.listSurveys', { limit: 501 })],
    ['offers in figures', 200, look('/api/admin/surveys/summary', 'admin.getSurveySummary')],
    [
      'one offer',
      200,
      ({ surveyId }) => read(`/api/admin/surveys/${surveyId}`, 'admin.getSurvey', { id: surveyId })(asOwner),
    ],
    ['no offer', 404, look(`/api/admin/surveys/${unknownId}`, 'admin.getSurvey', { id: unknownId })],
    ['a new offer', 201, write('/api/admin/surveys', 'admin.createSurvey', offer, { token: owner.token })],
    ['a new offer as a member', 403, write('/api/admin/surveys', 'admin.createSurvey', offer)],
    [
      'a new offer without its address',
      400,
      write(
        '/api/admin/surveys',
        'admin.createSurvey',
        { ...offer, externalUrl: '' },
        { token: owner.token },
      ),
    ],
    ['changing an offer', 200, (world) => change(world.surveyId, { ...offer, id: world.surveyId })(world)],
    [
      'changing an offer that somebody else has changed',
      409,
      (world) => change(world.surveyId, { ...offer, version: 7 })(world),
    ],
    ['changing no offer', 404, (world) => change(unknownId, offer)(world)],
    ['deleting an offer', 200, (world) => remove(world.surveyId)(world)],
    ['deleting no offer', 404, (world) => remove(unknownId)(world)],
    ['all clicks', 200, look('/api/admin/survey-clicks', 'admin.listSurveyClicks', {})],
    ['all clicks as a member', 403, read('/api/admin/survey-clicks', 'admin.listSurveyClicks', {})],
    [
      'the clicks of one offer, in the query',
      200,
      look(`/api/admin/survey-clicks?surveyId=${unknownId}`, 'admin.listSurveyClicks', {
        surveyId: unknownId,
      }),
    ],
    [
      'the clicks of one offer, in the path',
      200,
      look(`/api/admin/survey-clicks/${unknownId}`, 'admin.listSurveyClicks', { surveyId: unknownId }),
    ],
    ['offers as a file', 200, look('/api/admin/surveys.csv', 'admin.exportSurveys')],
    ['a file of offers', 200, file('Title,Description,Reward USD,Duration\nTea,About tea,1,x')],
    ['a file of something else', 400, file('Name,Pay\nTea,1')],
  ]
}
