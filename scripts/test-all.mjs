// `npm run test:all`: everything, the long searches and every page in every way included. An hour or more.
import { onMaintainedNode } from './on-maintained-node.mjs'

onMaintainedNode(() => {
  process.env.TEST_LONG = 'on'
  return import('./steps/run-tests.mjs').then(({ runTests }) => runTests('all', process.argv.slice(2)))
})
