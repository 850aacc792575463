// `npm run screenshots`: pictures of every screen into .screenshots/, and the few that the docs show into docs/images/.
import { onMaintainedNode } from './on-maintained-node.mjs'

onMaintainedNode(() =>
  import('./steps/take-screenshots.mjs').then(({ takeScreenshots }) => takeScreenshots()),
)
