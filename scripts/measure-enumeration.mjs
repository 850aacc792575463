// `npm run measure:enumeration`: checks whether response times reveal who has an account.
import { onMaintainedNode } from './on-maintained-node.mjs'

onMaintainedNode(() => import('./steps/run-enumeration.mjs').then(({ runEnumeration }) => runEnumeration()))
