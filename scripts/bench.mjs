// `npm run bench`: measures the product, each figure beside a minimal version of the same work. Arguments name parts.
import { onMaintainedNode } from './on-maintained-node.mjs'

onMaintainedNode(() =>
  import('./steps/run-bench.mjs').then(({ runBench }) => runBench(process.argv.slice(2))),
)
