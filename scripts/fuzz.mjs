// `npm run fuzz`: sends 60,000 generated inputs to tRPC and REST (`npm test` sends 3,000). FUZZ_SEED chooses other inputs.
import { onMaintainedNode } from './on-maintained-node.mjs'

onMaintainedNode(() => {
  process.env.FUZZ_RUNS = process.env.FUZZ_RUNS || '30500'
  return import('./steps/run-tests.mjs').then(({ runTests }) =>
    runTests(['apps/server/test/fuzz', ...process.argv.slice(2)]),
  )
})
