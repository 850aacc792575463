// `npm run mutations`: breaks ten money rules, one after the other, and expects the tests of `npm test` to notice each. What is
// typed behind `--` picks some by their names.
import { onMaintainedNode } from './on-maintained-node.mjs'

onMaintainedNode(() =>
  import('./steps/run-mutations.mjs').then(({ runMutations }) => runMutations(process.argv.slice(2))),
)
