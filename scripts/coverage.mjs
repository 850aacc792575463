// `npm run coverage`: how much of packages/core and packages/db the unit and integration tests of `npm test` run;
// with `-- all`, the unit and integration tests of `npm run test:rest` too.
import { onMaintainedNode } from './on-maintained-node.mjs'

onMaintainedNode(() =>
  import('./steps/run-coverage.mjs').then(({ runCoverage }) => runCoverage(process.argv.slice(2))),
)
