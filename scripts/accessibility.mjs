// `npm run accessibility`: every page in both languages, light and dark, at 1280, 360 and 320 px.
// Arguments after `--` go to Playwright: `-- --grep "member, sw"` checks a part.
import { onMaintainedNode } from './on-maintained-node.mjs'

onMaintainedNode(() =>
  import('./steps/check-accessibility.mjs').then(({ checkAccessibility }) =>
    checkAccessibility(process.argv.slice(2)),
  ),
)
