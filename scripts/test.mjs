// `npm test`: everything. `npm test -- <filter>`: only the unit and integration tests that match.
import './check-node.mjs'

void import('./steps/run-tests.mjs').then(({ runTests }) => runTests(process.argv.slice(2)))
