import { expect, test } from 'vitest'
import { findSubjectProblems } from './find-subject-problems.ts'

test('a subject of 70 characters passes and one of 71 does not', () => {
  expect(findSubjectProblems(`abc123 ${'x'.repeat(70)}\n`)).toEqual([])
  expect(findSubjectProblems(`abc123 ${'x'.repeat(71)}\n`)).toEqual([
    `commit abc123: subject of 71 characters, say it in 70: ${'x'.repeat(71)}`,
  ])
})

test.each(['Say what postings gave', 'Read once more', 'Mend the wheel'])(
  '%j says nothing to the reader of the log',
  (subject) => {
    expect(findSubjectProblems(`abc123 ${subject}`).join()).toContain('say what changes for the reader')
  },
)

test.each(['Refuse a second withdrawal while one is pending', 'Amend the tax of a payee', ''])(
  '%j passes',
  (subject) => {
    expect(findSubjectProblems(`abc123 ${subject}`)).toEqual([])
  },
)
