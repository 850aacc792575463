// `npm run bench`: how fast the product is, each figure beside what the same thing could cost at least. Parts by name.
import './check-node.mjs'

void import('./steps/run-bench.mjs').then(({ runBench }) => runBench(process.argv.slice(2)))
