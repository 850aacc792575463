// `npm run measure:enumeration`: whether how long an answer takes tells who has an account.
import './check-node.mjs'

void import('./steps/run-enumeration.mjs').then(({ runEnumeration }) => runEnumeration())
