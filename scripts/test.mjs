// `npm test`: the rules and one browser test a journey. `npm test -- <filter>`: only the unit and integration tests that match.
import { onMaintainedNode } from './on-maintained-node.mjs'

onMaintainedNode(() =>
  import('./steps/run-tests.mjs').then(({ runTests }) => runTests('first', process.argv.slice(2))),
)
