// `npm run fuzz`: both doors with sixty thousand inputs, where `npm test` sends ten thousand. FUZZ_SEED=anything tries others.
import { onMaintainedNode } from './on-maintained-node.mjs'

onMaintainedNode(() => {
  process.env.FUZZ_RUNS = process.env.FUZZ_RUNS || '30500'
  return import('./steps/run-tests.mjs').then(({ runTests }) =>
    runTests(['apps/server/test/fuzz', ...process.argv.slice(2)]),
  )
})
