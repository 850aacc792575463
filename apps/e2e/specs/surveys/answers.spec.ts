import { type APIRequestContext, expect } from '@playwright/test'
import { test } from '../../support/fixtures.ts'
import { bearer, logInByCall } from '../../support/people.ts'

test('no file of the site holds a question of the quiz or says which answer is right', {
  tag: '@journey',
}, async ({ request }) => {
  const token = await logInByCall(request, 'premium@demo.chuma')
  const answer = await request.get('/api/quiz-questions', { headers: bearer(token) })
  const questions: { question: string }[] = await answer.json()
  expect(questions).toHaveLength(5)

  const files = await downloadSite(request)
  // Also what is loaded when it is needed, such as the page that asks the questions.
  expect([...files.values()].some((text) => text.includes('submitQuiz'))).toBe(true)
  for (const [path, text] of files) {
    for (const { question } of questions) expect(text.includes(question), `${path}: ${question}`).toBe(false)
    expect(text.match(/correctAnswer["'`]?\s*[:=]\s*["'`][A-D]/), path).toBeNull()
  }
})

/** Every file that the page names, that those name, and so on. */
async function downloadSite(request: APIRequestContext): Promise<Map<string, string>> {
  const files = new Map<string, string>()
  const waiting = ['/']
  for (let path = waiting.pop(); path !== undefined; path = waiting.pop()) {
    if (files.has(path)) continue
    const response = await request.get(path, { headers: { accept: path === '/' ? 'text/html' : '*/*' } })
    expect(response.status(), path).toBe(200)
    const text = await response.text()
    files.set(path, text)
    for (const [, name] of text.matchAll(/(?:assets\/|["'`]\.\/)([\w.-]+\.(?:js|css|json))\b/g)) {
      waiting.push(`/assets/${name}`)
    }
  }
  return files
}
