import { readFileSync } from 'node:fs'
import {
  findLogicProblem,
  type Json,
  type Logic,
  MAX_LOGIC_DEPTH,
} from '@chuma/contract/surveys/questionnaire/logic'
import fc from 'fast-check'
import reference from 'json-logic-js'
import { expect, test } from 'vitest'
import { doesHold, evaluateLogic, LogicExhausted } from './evaluate-logic.ts'

const data = { age: 34, home: { county: 'Kisumu' }, brands: ['a', 'b'], empty: [], note: '' }

// The operations are compared with the reference below. This is what it leaves out, or what our rule for missing answers decides.
const vectors: [Logic, Json][] = [
  [{ var: 'home.county' }, 'Kisumu'],
  [{ var: 'brands.1' }, 'b'],
  [{ var: ['nothing', 'else'] }, 'else'],
  [{ var: '' }, data],
  [{ missing: ['age', 'note', 'nothing'] }, ['note', 'nothing']],
  [{ '!=': ['', { var: 'nothing' }] }, true],
  [{ '>': ['b', 'a'] }, true],
  [{ cat: ['I am ', { var: 'age' }, null] }, 'I am 34'],
  [{ substr: ['jsonlogic', -5, -2] }, 'log'],
  [{ log: 'apple' }, 'apple'],
  [
    [1, { var: 'age' }],
    [1, 34],
  ],
]

test.each(vectors)('%j is %j', (rule, expected) => {
  expect(evaluateLogic(rule, data)).toEqual(expected)
})

const inner = fc.constantFrom<Logic>(
  true,
  { var: '' },
  { '==': [{ var: '' }, 'a'] },
  { cat: [{ var: '' }, 1] },
)

// Text, numbers, lists and truths that exist: where our rule for missing answers says the same as the reference.
const rules = fc.letrec<Record<'number' | 'text' | 'list' | 'truth', Logic>>((tie) => ({
  number: fc.oneof(
    { maxDepth: 4, withCrossShrink: true },
    fc.integer({ min: -20, max: 20 }),
    fc.constant({ var: 'age' }),
    operation(
      fc.constantFrom('+', '*', 'min', 'max'),
      fc.array(tie('number'), { minLength: 1, maxLength: 3 }),
    ),
    operation(fc.constant('-'), fc.array(tie('number'), { minLength: 1, maxLength: 2 })),
    operation(fc.constantFrom('/', '%'), fc.tuple(tie('number'), fc.constantFrom(2, -3, 7))),
    operation(
      fc.constant('reduce'),
      fc.tuple(
        fc.constant([1, 2, 3]),
        fc.constant({ '+': [{ var: 'current' }, { var: 'accumulator' }] }),
        tie('number'),
      ),
    ),
  ),
  text: fc.oneof(
    { maxDepth: 4 },
    fc.constantFrom('', '0', 'a', 'Kisumu'),
    fc.constantFrom<Logic>({ var: 'home.county' }, { var: ['nothing', 'else'] }),
    operation(fc.constant('cat'), fc.array(fc.oneof(tie('text'), tie('number')), { maxLength: 3 })),
    operation(
      fc.constant('substr'),
      fc.tuple(tie('text'), fc.integer({ min: -4, max: 4 }), fc.integer({ min: -4, max: 4 })),
    ),
  ),
  list: fc.oneof(
    { maxDepth: 4 },
    fc.constant({ var: 'brands' }),
    fc.constant({ var: 'empty' }),
    operation(fc.constant('merge'), fc.array(fc.oneof(tie('list'), tie('number')), { maxLength: 3 })),
    operation(fc.constant('missing'), fc.array(fc.constantFrom('age', 'note', 'nothing'), { maxLength: 3 })),
    operation(
      fc.constant('missing_some'),
      fc.tuple(fc.nat({ max: 2 }), fc.constant(['age', 'note', 'nothing'])),
    ),
    operation(fc.constantFrom('map', 'filter'), fc.tuple(tie('list'), inner)),
  ),
  truth: fc.oneof(
    { maxDepth: 4 },
    fc.boolean(),
    operation(fc.constantFrom('<', '<=', '>', '>='), fc.tuple(tie('number'), tie('number'))),
    operation(fc.constantFrom('<', '<='), fc.tuple(tie('number'), tie('number'), tie('number'))),
    operation(
      fc.constantFrom('==', '!=', '===', '!=='),
      fc.tuple(fc.oneof(tie('number'), tie('text')), fc.oneof(tie('text'), tie('number'), tie('truth'))),
    ),
    operation(fc.constantFrom('!', '!!'), fc.tuple(fc.oneof(tie('number'), tie('text'), tie('list')))),
    operation(
      fc.constantFrom('and', 'or', 'if', '?:'),
      fc.array(fc.oneof(tie('truth'), tie('text'), tie('list')), { minLength: 1, maxLength: 4 }),
    ),
    operation(fc.constant('in'), fc.tuple(tie('text'), fc.oneof(tie('text'), tie('list')))),
    operation(fc.constantFrom('all', 'some', 'none'), fc.tuple(tie('list'), inner)),
  ),
}))

function operation(names: fc.Arbitrary<string>, values: fc.Arbitrary<Logic[]>): fc.Arbitrary<Logic> {
  return fc.tuple(names, values).map(([name, args]) => ({ [name]: args }))
}

test('rules mean what the reference implementation says', () => {
  fc.assert(
    fc.property(fc.oneof(rules.number, rules.text, rules.list, rules.truth), (rule) => {
      const expected: Json = reference.apply(rule as reference.RulesLogic, data)
      expect(evaluateLogic(rule, data)).toEqual(JSON.parse(JSON.stringify(expected)))
    }),
    { numRuns: 1000 },
  )
})

test.each<Logic>([
  { '<': [{ var: 'nothing' }, 18] },
  { '>=': [{ var: 'nothing' }, 0] },
  { '<=': [0, { var: 'nothing' }] },
  { '>': [{ '/': [1, 0] }, 1] },
  { '>': [{ '%': [1, 0] }, -1] },
])('a comparison with something missing never holds: %j', (rule) => {
  expect(evaluateLogic(rule, data)).toBe(false)
})

test('a rule sees only its data, and no properties of JavaScript', () => {
  expect(evaluateLogic({ var: 'brands.length' }, data)).toBeNull()
  expect(evaluateLogic({ var: 'constructor.name' }, data)).toBeNull()
  expect(evaluateLogic({ var: '__proto__' }, data)).toBeNull()
})

const twenty = Array.from({ length: 20 }, () => 1)
const doubled = { reduce: [twenty, { cat: [{ var: 'accumulator' }, { var: 'accumulator' }] }, 'abc'] }
const nested = { map: [twenty, { map: [twenty, { map: [twenty, { map: [twenty, 1] }] }] }] }

test.each([
  ['text that doubles', doubled],
  ['lists within lists', nested],
])('a rule that needs too much is stopped: %s', (_, rule) => {
  expect(() => evaluateLogic(rule, data)).toThrow(LogicExhausted)
  expect(doesHold(rule, data)).toBe(false)
})

function nest(depth: number): Logic {
  let rule: Logic = true
  for (let level = 1; level < depth / 2; level += 1) rule = { '!': [rule] }
  return rule
}

test('the schema bounds depth, parts and operations before anything recurses', () => {
  expect(findLogicProblem(nest(MAX_LOGIC_DEPTH))).toBeNull()
  expect(findLogicProblem(nest(MAX_LOGIC_DEPTH + 2))).toBe('LOGIC_TOO_DEEP')
  expect(findLogicProblem(nest(1_000_000))).toBe('LOGIC_TOO_DEEP')
  expect(findLogicProblem({ or: Array.from({ length: 501 }, () => true) })).toBe('LOGIC_TOO_LARGE')
  expect(findLogicProblem({ eval: ['1'] })).toBe('LOGIC_UNKNOWN_OPERATION')
  expect(findLogicProblem({ and: [true], or: [true] })).toBe('LOGIC_UNKNOWN_OPERATION')
  expect(findLogicProblem({ '==': ['\ud800', 1] })).toBe('INVALID')
})

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
