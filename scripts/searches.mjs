// `npm run searches`: the tests that search, for as long as they should. `npm test` takes a short look.
import { onMaintainedNode } from './on-maintained-node.mjs'

onMaintainedNode(() => {
  process.env.TEST_LONG = 'on'
  return import('./steps/run-tests.mjs').then(({ runTests }) =>
    runTests([
      'long.test',
      'interleavings',
      'earning-model',
      'money-model',
      'crash',
      'two-workers',
      'access-matrix',
      ...process.argv.slice(2),
    ]),
  )
})
