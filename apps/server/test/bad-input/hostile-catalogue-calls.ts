import type { HostileCall } from './hostile-call.ts'

type Values = { text: unknown[]; tooLong: string; anId: unknown[]; wholeNumber: unknown[] }

const id = '00000000-0000-4000-8000-000000000000'

/** Staff calls about the quiz and the tasks that take a body. */
export function hostileCatalogueCalls({
  text,
  tooLong,
  anId,
  wholeNumber,
}: Values): Record<string, HostileCall> {
  const who = 'owner'
  const prose = [tooLong, 'a\0b', '\ud800', 'a\u001bb', 7, null, [], {}]
  const yesOrNo = ['', 'true', 0, 1, null, [], {}]
  const version = { version: wholeNumber.filter((value) => value !== '1') }
  const questionWrong = {
    question: text,
    optionA: text,
    optionB: text,
    optionC: text,
    optionD: text,
    correctAnswer: ['', 'a', 'E', 'AB', 7, null, [], {}],
    isActive: yesOrNo,
  }
  const question = {
    question: 'Which?',
    optionA: 'a',
    optionB: 'b',
    optionC: 'c',
    optionD: 'd',
    correctAnswer: 'A',
    isActive: true,
  }
  const task = {
    title: 'A page',
    description: '',
    points: 10,
    url: 'https://shop.example/',
    minTimeSeconds: 15,
    instructions: '',
    country: 'Kenya',
    partnerId: null,
    isActive: true,
  }
  const taskWrong = {
    title: text,
    description: prose,
    points: [-1, 0.5, Number.MAX_VALUE, 1e21, '1', null, [], {}, true],
    url: [`https://shop.example/${tooLong}`, 7, null, [], {}],
    minTimeSeconds: [-1, 0, 0.5, 3601, '1', [], {}, true],
    instructions: prose,
    country: [tooLong, 'a\0b', '\ud800', 7, null, [], {}],
    partnerId: anId.filter((value) => value !== null),
    isActive: yesOrNo,
  }
  const optional = ['description', 'url', 'minTimeSeconds', 'instructions', 'country', 'partnerId']
  const csv = ['', ' ', 'a,b\n1,2', 'Question,Option A', '"', 'x'.repeat(3_000_001), 7, null, [], {}]
  return {
    'new question': {
      who,
      url: '/api/admin/quizzes',
      path: 'admin.createQuizQuestion',
      body: question,
      wrong: questionWrong,
      optional: ['isActive'],
    },
    'changed question': {
      who,
      method: 'PUT',
      url: `/api/admin/quizzes/${id}`,
      path: 'admin.updateQuizQuestion',
      inPath: { id },
      body: { ...question, version: 1 },
      wrong: { ...questionWrong, ...version },
    },
    'retired question': {
      who,
      url: `/api/admin/quizzes/${id}/retire`,
      path: 'admin.retireQuizQuestion',
      inPath: { id },
      body: { version: 1 },
      wrong: version,
    },
    'table of questions': {
      who,
      url: '/api/admin/quizzes/import',
      path: 'admin.importQuizQuestions',
      body: {
        csv: 'Question,Option A,Option B,Option C,Option D,Correct answer\nWhy?,a,b,c,d,A',
        isDryRun: true,
      },
      wrong: { csv, isDryRun: yesOrNo },
      optional: ['isDryRun'],
      files: ['csv'],
    },
    'new task': {
      who,
      url: '/api/admin/tasks',
      path: 'admin.createTask',
      body: { ...task, kind: 'ad' },
      wrong: { ...taskWrong, kind: ['', 'AD', 'survey', 7, null, [], {}] },
      optional: [...optional, 'isActive'].filter((field) => field !== 'url' && field !== 'minTimeSeconds'),
    },
    'changed task': {
      who,
      method: 'PUT',
      url: `/api/admin/tasks/${id}`,
      path: 'admin.updateTask',
      inPath: { id },
      body: { ...task, version: 1 },
      wrong: { ...taskWrong, ...version },
      optional,
    },
    'retired task': {
      who,
      url: `/api/admin/tasks/${id}/retire`,
      path: 'admin.retireTask',
      inPath: { id },
      body: { version: 1 },
      wrong: version,
    },
  }
}
