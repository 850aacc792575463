import type { HostileCall } from './hostile-call.ts'

type Values = { tooLong: string; anId: unknown[] }

const id = '11111111-1111-4111-8111-111111111111'

/** Staff calls about survey offers. */
export function hostileSurveyOfferCalls({ tooLong, anId }: Values): Record<string, HostileCall> {
  const who = 'owner'
  const notText = ['a\0b', '\ud800', 7, null, [], {}, true]
  const text = ['', '   ', tooLong, ...notText]
  const offer = {
    title: 'Tea at home',
    description: 'Which tea, how often.',
    reward: 2.5,
    duration: 5,
    category: 'lifestyle',
    country: 'Global',
    externalUrl: 'https://partner.example/tea',
    adminNotes: '',
    isActive: true,
    kind: 'external',
    questions: null,
    partnerId: null,
    quota: null,
    startsAt: null,
    endsAt: null,
  }
  const question = {
    id: 1,
    type: 'multiple-choice',
    question: 'Tea?',
    options: ['Yes', 'No'],
    required: true,
  }
  const asked = { id: 1, code: 'tea', type: 'yes-no', words: { en: 'Tea?' } }
  const section = { code: 'main', questions: [asked] }
  let deep: object = { '!': [true] }
  for (let level = 0; level < 1000; level += 1) deep = { '!': [deep] }
  const wholeNumber = [-1, 0, 1.5, 1e12, Number.MAX_VALUE, '1', '', [], {}, true]
  const wrong = {
    title: [...text, 'a\u202eb'],
    description: text,
    reward: [-1, 0.001, 1e12, 10_000.01, Number.MAX_VALUE, '2.5', '', null, [], {}, true],
    duration: [...wholeNumber, null],
    category: ['tea', 'Finance', ...notText],
    country: [tooLong, ...notText],
    externalUrl: [
      'javascript:alert(1)',
      'JaVaScRiPt:alert(1)',
      ' javascript:alert(1)',
      'data:text/html,<script>alert(1)</script>',
      '//partner.example/tea',
      '/\\partner.example',
      'https:partner.example',
      'http://partner.example/tea',
      'http://localhost:3000/',
      'ftp://partner.example',
      'https://user:secret@partner.example',
      'https://partner.example/a b',
      'https://pаrtner.example\u200b',
      `https://partner.example/${'x'.repeat(3000)}`,
      'partner.example',
      'x',
      ...notText,
    ],
    adminNotes: [tooLong, ...notText],
    isActive: ['true', '', 0, 1, null, [], {}],
    kind: ['', 'partner', 'External', ...notText],
    questions: [
      {},
      'x',
      7,
      [7],
      [{}],
      [{ ...question, id: 0 }],
      [{ ...question, id: 1000 }],
      [{ ...question, type: 'date' }],
      [{ ...question, question: '' }],
      [{ ...question, options: ['One'] }],
      [{ ...question, options: ['One', 'One'] }],
      [{ ...question, options: Array.from({ length: 21 }, (_, index) => `Option ${index}`) }],
      [{ ...question, type: 'text' }],
      [{ ...question, expected: 'Perhaps' }],
      [{ ...question, type: 'rating', options: [], expected: '6' }],
      [{ ...question, type: 'text', options: [], expected: 'anything' }],
      [{ ...question, extra: 1 }],
      [question, question],
      Array.from({ length: 51 }, (_, index) => ({ ...question, id: index + 1 })),
    ],
    partnerId: [id, ...anId.filter((value) => value !== null)],
    quota: wholeNumber,
    startsAt: ['', 'tomorrow', '2026-02-30T10:00:00Z', '2026-11-20', 7, [], {}, true],
    endsAt: ['', 'tomorrow', '2026-02-30T10:00:00Z', '2026-11-20', 7, [], {}, true],
  }
  const fields = Object.keys(offer)
  return {
    'new offer': {
      who,
      url: '/api/admin/surveys',
      path: 'admin.createSurvey',
      body: offer,
      wrong: { ...wrong, externalUrl: ['', ...wrong.externalUrl] },
      // Unless it says otherwise, an offer is a partner's and needs an address.
      optional: fields.filter(
        (field) => !['title', 'description', 'reward', 'duration', 'externalUrl'].includes(field),
      ),
    },
    'changed offer': {
      who,
      method: 'PATCH',
      url: `/api/admin/surveys/${id}`,
      path: 'admin.updateSurvey',
      inPath: { id },
      body: { ...offer, version: 1 },
      wrong: { ...wrong, version: [...wholeNumber.filter((value) => value !== 1e12), null] },
      optional: [...fields, 'version'],
    },
    questionnaire: {
      who,
      method: 'PUT',
      url: `/api/admin/surveys/${id}/questionnaire`,
      path: 'admin.saveQuestionnaire',
      inPath: { id },
      body: { version: 0, questionnaire: { languages: ['en'], sections: [section] } },
      wrong: {
        version: [-1, 1.5, 1e12, '0', null, [], {}],
        questionnaire: [
          null,
          [],
          'x',
          7,
          {},
          { sections: [] },
          { sections: [{}] },
          { sections: [section], extra: 1 },
          { sections: [section], languages: ['english'] },
          { sections: [{ ...section, code: 'A b' }] },
          { sections: [{ ...section, questions: [] }] },
          { sections: [{ ...section, showIf: { eval: ['1'] } }] },
          { sections: [{ ...section, showIf: deep }] },
          { sections: [{ ...section, showIf: { or: Array.from({ length: 600 }, () => true) } }] },
          ...[
            { id: 0 },
            { code: '1' },
            { type: 'date' },
            { words: {} },
            { words: { sw: 'Je?' } },
            { words: { en: '' } },
            { words: { en: 'a\0b' } },
            { words: { en: tooLong } },
            { endIf: [{ if: true, outcome: 'reward' }] },
            { expected: 'maybe' },
            { options: [] },
            { type: 'number', min: 1 },
            { type: 'scale', from: 0, to: 11 },
            { type: 'grid', rows: [], columns: [] },
          ].map((change) => ({ sections: [{ ...section, questions: [{ ...asked, ...change }] }] })),
        ],
      },
    },
    'published questionnaire': {
      who,
      url: `/api/admin/surveys/${id}/questionnaire/publish`,
      path: 'admin.publishQuestionnaire',
      inPath: { id },
      body: { version: 1 },
      wrong: { version: [-1, 0, 1.5, 1e12, '1', null, [], {}] },
    },
    'file of a questionnaire': {
      who,
      url: `/api/admin/surveys/${id}/questionnaire/import`,
      path: 'admin.importQuestionnaire',
      inPath: { id },
      body: { version: 0, csv: 'Element,ID,Code,Type,Settings,en\nsection,,a,,,A\nquestion,1,b,yes-no,,B\n' },
      wrong: {
        version: [-1, 1.5, 1e12, '0', null, [], {}],
        csv: [
          '',
          'x',
          'Element,ID,Code,Type,Settings,en\noption,,a,,,A',
          'a'.repeat(1_100_000),
          7,
          null,
          [],
          {},
          true,
        ],
      },
      files: ['csv'],
    },
    'file of offers': {
      who,
      url: '/api/admin/surveys/import',
      path: 'admin.importSurveys',
      body: { csv: 'Title,Description,Reward USD,Duration\n', isDryRun: true },
      wrong: {
        csv: [
          '',
          'x',
          'Name,Pay\nTea,1',
          'Title,Description,Reward USD,Duration,Title\na,b,1,1,c',
          'Title,Description,Reward USD,Duration\na,b,1,1,1,1',
          'Title,Description,Reward USD,Duration\n"a,b,1,1',
          `Title,Description,Reward USD,Duration\n${'a,b,1,1\n'.repeat(2001)}`,
          `Title,Description,Reward USD,Duration\n${'a,b,1,1\n'.repeat(100_000)}`,
          7,
          null,
          [],
          {},
          true,
        ],
        isDryRun: ['true', '', 0, 1, null, [], {}],
      },
      files: ['csv'],
    },
  }
}
