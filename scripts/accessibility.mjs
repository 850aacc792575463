// `npm run accessibility`: every page in both languages, by day and by night, on a desk, a phone and the narrowest screen. What
// is typed behind `--` goes to Playwright: `-- --grep "member, sw"` looks at a part of them.
import { onMaintainedNode } from './on-maintained-node.mjs'

onMaintainedNode(() =>
  import('./steps/check-accessibility.mjs').then(({ checkAccessibility }) =>
    checkAccessibility(process.argv.slice(2)),
  ),
)
