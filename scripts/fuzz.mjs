// `npm run fuzz`: both doors with sixty thousand inputs, where `npm test` sends three thousand. FUZZ_SEED=anything tries others.
import { onMaintainedNode } from './on-maintained-node.mjs'

onMaintainedNode(() => {
  process.env.TEST_LONG = 'on'
  return import('./steps/run-tests.mjs').then(({ runTests }) =>
    runTests(['apps/server/test/fuzz', ...process.argv.slice(2)]),
  )
})
