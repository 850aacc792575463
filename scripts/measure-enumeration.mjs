// `npm run measure:enumeration`: whether how long an answer takes tells who has an account.
import { onMaintainedNode } from './on-maintained-node.mjs'

onMaintainedNode(() => import('./steps/run-enumeration.mjs').then(({ runEnumeration }) => runEnumeration()))
