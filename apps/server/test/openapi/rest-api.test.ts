import { afterAll, expect, test } from 'vitest'
import { createTestApp } from '../../src/testing.ts'
import { describeApi } from './describe-api.ts'

const { app, close } = await createTestApp()
afterAll(close)

/** Scripts depend on this door. Accept an intended change with `npx vitest run apps/server/test/openapi -u`. */
test('every published REST call keeps its path, method, callers, bodies, statuses and errors', async () => {
  const document = (await app.inject('/api/openapi.json')).json()
  await expect(describeApi(document)).toMatchFileSnapshot('rest-api.txt')
})
