// `npm run coverage`: how much of packages/core and packages/db the unit and integration tests of `npm test` run.
import { onMaintainedNode } from './on-maintained-node.mjs'

onMaintainedNode(() => import('./steps/run-coverage.mjs').then(({ runCoverage }) => runCoverage()))
