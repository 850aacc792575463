// `npm run seed:large`: a million members with ten million postings, in a database of their own.
import './check-node.mjs'

void import('./steps/run-large.mjs').then(({ runLarge }) => runLarge('seed-large.ts'))
