import { createHash } from 'node:crypto'
import { expect, test } from 'vitest'
import { openTestDb } from '../../testing.ts'
import { givenBudget, givenComplete } from '../testing.ts'
import { acceptDataset, downloadDataset } from './commissioned-surveys.ts'

const { deps } = await openTestDb()

test.each(['sav', 'xlsx', 'json', 'triple-s', 'csv'] as const)(
  'a client downloads %s, the same twice, and accepts it',
  async (format) => {
    const { client, surveyId } = await givenBudget(deps)
    for (let at = 0; at < 5; at += 1) await givenComplete(deps, surveyId)
    const [file, again] = [
      await downloadDataset(deps, client, { id: surveyId, format }),
      await downloadDataset(deps, client, { id: surveyId, format }),
    ]
    expect(Buffer.from(file).equals(Buffer.from(again))).toBe(true)
    expect(String(file)).not.toContain('age_years')
    const hash = createHash('sha256').update(file).digest('hex')
    const { accepted } = await acceptDataset(deps, client, { surveyId, format, hash })
    expect(accepted).toMatchObject([{ version: 1, respondents: 5, hash }])
  },
)
