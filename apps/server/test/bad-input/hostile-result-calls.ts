import type { HostileCall } from './hostile-call.ts'

const id = '11111111-1111-4111-8111-111111111111'

/** Staff calls about the answers to surveys. */
export function hostileResultCalls({ tooLong }: { tooLong: string }): Record<string, HostileCall> {
  const who = 'owner'
  const notText = ['a\0b', '\ud800', 7, null, [], {}, true]
  const text = ['', '   ', tooLong, ...notText]
  return {
    'change of a category': {
      who,
      url: `/api/admin/surveys/${id}/categories`,
      path: 'admin.changeSurveyCategory',
      inPath: { id },
      body: { questionId: 4, change: { kind: 'add', name: 'Fees' } },
      optional: ['version'],
      wrong: {
        version: [-1, 0, 1.5, 1e12, 'x', {}],
        questionId: [-1, 0, 1.5, 1000, 'x', {}],
        change: [
          ...notText,
          ...text.map((name) => ({ kind: 'add', name })),
          { kind: 'empty' },
          { kind: 'rename', code: 0, name: 'a' },
          { kind: 'merge', code: 1, into: 1000 },
          { kind: 'remove', code: '1' },
          { kind: 'remove', code: 1, name: 'a' },
        ],
      },
    },
    'codes of answers': {
      who,
      url: `/api/admin/surveys/${id}/results/codes`,
      path: 'admin.codeSurveyAnswers',
      inPath: { id },
      body: { questionId: 4, respondents: ['r123456789abcdef'], add: [1], remove: [] },
      optional: ['version', 'add', 'remove'],
      wrong: {
        version: [-1, 0, 1.5, 1e12, 'x', {}],
        questionId: [-1, 0, 1.5, 1000, 'x', {}],
        respondents: [...notText, ['x'], ['R123456789ABCDEF'], Array(201).fill('r123456789abcdef'), [7]],
        add: ['a', 7, null, {}, [0], [1000], [1.5], ['1'], Array(51).fill(1)],
        remove: ['a', 7, null, {}, [0], [1000], [1.5], ['1'], Array(51).fill(1)],
      },
    },
  }
}
