// `npm run seed:large`: a million members with ten million postings, in a database of their own.
import { onMaintainedNode } from './on-maintained-node.mjs'

onMaintainedNode(() => import('./steps/run-large.mjs').then(({ runLarge }) => runLarge('seed-large.ts')))
