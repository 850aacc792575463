// `npm run seed:large`: fills a separate database with a million members and ten million postings.
import { onMaintainedNode } from './on-maintained-node.mjs'

onMaintainedNode(() => import('./steps/run-large.mjs').then(({ runLarge }) => runLarge('seed-large.ts')))
