// `npm run test:rest`: what `npm test` leaves out and a change has to pass all the same.
import { onMaintainedNode } from './on-maintained-node.mjs'

onMaintainedNode(() =>
  import('./steps/run-tests.mjs').then(({ runTests }) => runTests('rest', process.argv.slice(2))),
)
