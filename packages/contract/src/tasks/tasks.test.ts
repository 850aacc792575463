import { expect, test } from 'vitest'
import { problem } from '../problems.ts'
import { toFieldProblems } from '../to-field-problems.ts'
import { submitProofInput } from './tasks.ts'

function problemsOf(proof: unknown) {
  const input = { id: crypto.randomUUID(), proof }
  const { error } = submitProofInput.safeParse(input)
  return error ? toFieldProblems(error, input).proof : []
}

test.each([
  'https://www.facebook.com/story/1?x=2',
  'instagram.com/p/abc',
  'Posted as @amina_k today at 10:00',
  'Username:amina_k',
  'Maize flour: 180\nMilk: 60\nSukuma wiki: 20',
  'See https://social.example/p/1 and https://social.example/p/2',
])('%j is accepted as a proof', (proof) => {
  expect(problemsOf(proof)).toEqual([])
})

test.each([
  'javascript:alert(1)',
  '  javascript:alert(1)  ',
  'data:text/html,<script>1</script>',
  'https://user:pass@social.example/p/1',
  'ftp://social.example/p/1',
  '//social.example/p/1',
  'https://social.example/\\evil',
])('%j is refused as an unsafe link', (proof) => {
  expect(problemsOf(proof)).toEqual([problem('NOT_A_WHOLE_LINK')])
})

test.each([
  ['done', problem('TOO_SHORT', { min: 5 })],
  ['          x', problem('TOO_SHORT', { min: 5 })],
  ['x'.repeat(2001), problem('TOO_LONG', { max: 2000 })],
])('%j is too short or too long', (proof, expected) => {
  expect(problemsOf(proof)).toEqual([expected])
})
