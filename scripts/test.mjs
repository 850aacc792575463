// `npm test`: everything. `npm test -- <filter>`: only the unit and integration tests that match.
import { onMaintainedNode } from './on-maintained-node.mjs'

onMaintainedNode(() =>
  import('./steps/run-tests.mjs').then(({ runTests }) => runTests(process.argv.slice(2))),
)
