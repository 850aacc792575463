// `npm run measure:postings`: how many rewards a second the ledger books, beside a bare insert on the same server.
import './check-node.mjs'

void import('./steps/run-postings.mjs').then(({ runPostings }) => runPostings())
