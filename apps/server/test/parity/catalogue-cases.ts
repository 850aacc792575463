import { type Case, read, type World, write } from './calls.ts'

const unknownId = '00000000-0000-4000-8000-000000000000'
const question = {
  question: 'Which?',
  optionA: 'a',
  optionB: 'b',
  optionC: 'c',
  optionD: 'd',
  correctAnswer: 'A',
  isActive: true,
}
const task = { title: 'A film', points: 20, url: 'https://youtu.be/aqz-KE-bpKQ', isActive: true }
const head = 'Question,Option A,Option B,Option C,Option D,Correct answer'

/** The games and the tasks, as staff see and change them. */
export function catalogueCases(owner: { token: string }): Case[] {
  const asOwner = { member: owner } as unknown as World
  const look = (url: string, path: string, input?: object) => () => read(url, path, input)(asOwner)
  const make = (url: string, path: string, body: object) => write(url, path, body, { token: owner.token })
  const change = (url: string, path: string, body: object) =>
    write(url, path, body, {
      method: url.endsWith('retire') ? 'POST' : 'PUT',
      input: { ...body, id: unknownId },
      token: owner.token,
    })
  const file = (csv: string) =>
    make('/api/admin/quizzes/import', 'admin.importQuizQuestions', { csv, isDryRun: true })
  return [
    ['the games', 200, look('/api/admin/games', 'admin.getGames')],
    ['the games as a member', 403, read('/api/admin/games', 'admin.getGames')],
    ['recent spins', 200, look('/api/admin/games/spins?limit=2', 'admin.listSpins', { limit: 2 })],
    ['spins after none', 400, look('/api/admin/games/spins?after=x', 'admin.listSpins', { after: 'x' })],
    ['questions', 200, look('/api/admin/quizzes?limit=1', 'admin.listQuizQuestions', { limit: 1 })],
    [
      'questions of a state that is none',
      400,
      look('/api/admin/quizzes?state=x', 'admin.listQuizQuestions', { state: 'x' }),
    ],
    ['questions as a member', 403, read('/api/admin/quizzes', 'admin.listQuizQuestions', {})],
    ['a new question', 201, make('/api/admin/quizzes', 'admin.createQuizQuestion', question)],
    [
      'a new question without an answer',
      400,
      make('/api/admin/quizzes', 'admin.createQuizQuestion', { ...question, correctAnswer: 'E' }),
    ],
    ['a new question as a member', 403, write('/api/admin/quizzes', 'admin.createQuizQuestion', question)],
    [
      'changing no question',
      404,
      change(`/api/admin/quizzes/${unknownId}`, 'admin.updateQuizQuestion', { ...question, version: 1 }),
    ],
    [
      'retiring no question',
      404,
      change(`/api/admin/quizzes/${unknownId}/retire`, 'admin.retireQuizQuestion', { version: 1 }),
    ],
    ['questions as a table', 200, look('/api/admin/quizzes.csv', 'admin.exportQuizQuestions')],
    ['a table of questions tried', 200, file(`${head}\nWhy?,a,b,c,d,A\nWhy?,a,b,c,d,E`)],
    ['what is no table of questions', 400, file('x')],
    ['tasks', 200, look('/api/admin/tasks?kind=ad&limit=1', 'admin.listTasks', { kind: 'ad', limit: 1 })],
    ['no task', 404, look(`/api/admin/tasks/${unknownId}`, 'admin.getTask', { id: unknownId })],
    ['no question', 404, look(`/api/admin/quizzes/${unknownId}`, 'admin.getQuizQuestion', { id: unknownId })],
    ['tasks of no kind', 400, look('/api/admin/tasks?kind=x', 'admin.listTasks', { kind: 'x' })],
    ['a new task', 201, make('/api/admin/tasks', 'admin.createTask', { ...task, kind: 'video' })],
    [
      'a new task that pays too much and leads nowhere',
      400,
      make('/api/admin/tasks', 'admin.createTask', {
        ...task,
        kind: 'video',
        points: 51,
        url: 'javascript:',
      }),
    ],
    [
      'changing no task',
      404,
      change(`/api/admin/tasks/${unknownId}`, 'admin.updateTask', { ...task, version: 1 }),
    ],
    [
      'retiring no task',
      404,
      change(`/api/admin/tasks/${unknownId}/retire`, 'admin.retireTask', { version: 1 }),
    ],
    [
      'retiring a task as a member',
      403,
      write(
        `/api/admin/tasks/${unknownId}/retire`,
        'admin.retireTask',
        { version: 1 },
        { input: { id: unknownId, version: 1 } },
      ),
    ],
  ]
}
