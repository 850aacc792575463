import { expect, test } from 'vitest'
import { createTestApp } from '../../src/testing.ts'

const answers: Record<string, { status: number; type?: string; body: unknown }> = {
  undocumentedStatus: { status: 418, body: { code: null, message: 'Tea', fieldErrors: null } },
  undocumentedField: { status: 200, body: { message: 'Thank you', secret: 1 } },
  undocumentedType: { status: 200, type: 'text/html', body: '<p>' },
  undocumentedCode: { status: 400, body: { code: 'LINK_INVALID', message: 'No', fieldErrors: null } },
  wrongValue: { status: 200, body: { message: 7 } },
}

test('an answer that the document does not allow fails the test that called', async () => {
  const { app, close } = await createTestApp()
  app.addHook('onRequest', async (request, reply) => {
    const answer = answers[String(request.headers['x-answer'])]
    if (!answer) return
    const body = typeof answer.body === 'string' ? answer.body : JSON.stringify(answer.body)
    return reply
      .code(answer.status)
      .type(answer.type ?? 'application/json')
      .send(body)
  })
  app.get('/api/unknown', () => ({}))

  await app.inject('/api/contact')
  for (const name of Object.keys(answers)) {
    await app.inject({ method: 'POST', url: '/api/contact', headers: { 'x-answer': name } })
  }
  await app.inject('/api/unknown')

  const said: string = await close().then(
    () => 'nothing',
    ({ message }: Error) => message,
  )
  expect(said.split('\n').slice(1)).toEqual([
    expect.stringContaining('POST /api/contact answers 418: the status is not documented'),
    expect.stringContaining(
      'POST /api/contact answers 200: the body must NOT have additional properties secret',
    ),
    expect.stringContaining('POST /api/contact answers 200: its type is not documented: text/html'),
    expect.stringContaining(
      'POST /api/contact answers 400: /code must be equal to one of the allowed values',
    ),
    expect.stringContaining('POST /api/contact answers 200: /message must be string'),
    expect.stringContaining('GET /api/unknown answers 200: the document does not describe the call'),
  ])
})
