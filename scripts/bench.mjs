// `npm run bench`: how fast the product is, each figure beside what the same thing could cost at least. Parts by name.
import { onMaintainedNode } from './on-maintained-node.mjs'

onMaintainedNode(() =>
  import('./steps/run-bench.mjs').then(({ runBench }) => runBench(process.argv.slice(2))),
)
