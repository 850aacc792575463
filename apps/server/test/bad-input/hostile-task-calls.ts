import type { HostileCall } from './hostile-call.ts'

type Values = { text: unknown[]; tooLong: string; anId: unknown[] }

const id = '00000000-0000-4000-8000-000000000000'

const badLinks = [
  'javascript:alert(1)',
  'data:text/html,<script>alert(1)</script>',
  '//evil.example/x',
  'ftp://evil.example/x',
  'https://user:secret@evil.example',
  'https://evil.example\\@bank.example',
]

/** Calls of a member's games and tasks, and staff decisions about submitted proofs. */
export function hostileTaskCalls({ text, tooLong, anId }: Values): Record<string, HostileCall> {
  return {
    quiz: {
      who: 'member',
      url: '/api/quiz/submit',
      path: 'tasks.submitQuiz',
      body: { answers: { [id]: 'A' } },
      wrong: {
        answers: [7, 'x', [], null, true, { x: 'A' }, { [id]: 'E' }, { [id]: ['A'] }, { [id]: null }],
      },
    },
    'advertisement claim': {
      who: 'member',
      url: `/api/ad-tasks/${id}/click`,
      path: 'tasks.clickAd',
      inPath: { id },
      body: { timeSpent: 20 },
      wrong: { timeSpent: ['20', '', null, [], {}, true, Number.NaN, Number.POSITIVE_INFINITY] },
    },
    'social proof': {
      who: 'member',
      url: `/api/social-tasks/${id}/proof`,
      path: 'tasks.submitProof',
      inPath: { id },
      body: { proof: 'https://social.example/p/1' },
      wrong: { proof: [...text, 'abcd', ...badLinks] },
    },
    'micro-job proof': {
      who: 'member',
      url: `/api/micro-jobs/${id}/proof`,
      path: 'tasks.submitProof',
      inPath: { id },
      body: { proof: 'Flour 180, milk 60' },
      wrong: { proof: [...text, 'abcd', ...badLinks] },
    },
    'proof decision': {
      who: 'owner',
      method: 'PUT',
      url: `/api/admin/proofs/${id}`,
      path: 'admin.decideProof',
      inPath: { id },
      body: { decision: 'rejected', reason: 'Because' },
      wrong: {
        decision: ['', 'submitted', 'APPROVED', 7, null, [], {}],
        reason: ['', tooLong, 'a\0b', 7, null, [], {}],
        memberId: anId,
      },
      optional: ['memberId'],
    },
  }
}
