import { expect, test } from 'vitest'
import { submitProofInput } from './tasks.ts'

const problemsOf = (proof: unknown) =>
  submitProofInput
    .safeParse({ id: crypto.randomUUID(), proof })
    .error?.issues.map(({ message }) => message) ?? []

test.each([
  'https://www.facebook.com/story/1?x=2',
  'instagram.com/p/abc',
  'Posted as @amina_k today at 10:00',
  'Username:amina_k',
  'Maize flour: 180\nMilk: 60\nSukuma wiki: 20',
  'See https://social.example/p/1 and https://social.example/p/2',
])('%j proves something', (proof) => {
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
])('%j is a link that nobody should open', (proof) => {
  expect(problemsOf(proof)).toEqual(['This link cannot be opened. Copy it whole, from https:// on.'])
})

test.each([
  ['done', ['At least 5 characters']],
  ['          x', ['At least 5 characters']],
  ['x'.repeat(2001), ['At most 2000 characters']],
])('%j is too short or too long', (proof, problems) => {
  expect(problemsOf(proof)).toEqual(problems)
})
