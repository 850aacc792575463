import { readFileSync } from 'node:fs'
import type { Json, Logic } from '@chuma/contract/surveys/questionnaire/logic'
import { expect, test } from 'vitest'
import { evaluateLogic } from './evaluate-logic.ts'

/** A copy of jsonlogic.com/tests.json, which is not ours to distribute: rules, data and results, with comments between them. */
const file = process.env.JSON_LOGIC_TESTS

test.runIf(file)('every rule of the public test file has the result that it names', ({ annotate }) => {
  const lines: (string | [Logic, Json, Json])[] = JSON.parse(readFileSync(file ?? '', 'utf8'))
  const cases = lines.filter((line) => typeof line !== 'string')
  expect(cases.length).toBeGreaterThan(200)
  for (const [rule, data, result] of cases) {
    expect(evaluateLogic(rule, data), JSON.stringify([rule, data])).toEqual(result)
  }
  return annotate(`${cases.length} rules`)
})

test.runIf(!file)(
  'the public test file is not here; evaluate-logic.test.ts compares with json-logic-js',
  ({ annotate }) => annotate('JSON_LOGIC_TESTS=tests.json npx vitest run public-json-logic'),
)
