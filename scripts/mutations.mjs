// `npm run mutations`: breaks a rule of money, permission or privacy at a time, and expects the tests of `npm test` to notice it.
// What is typed behind `--` picks some by their names.
import { onMaintainedNode } from './on-maintained-node.mjs'

onMaintainedNode(() =>
  import('./steps/run-mutations.mjs').then(({ runMutations }) => runMutations(process.argv.slice(2))),
)
