import { join } from 'node:path'
import type { Rolldown } from 'vite'

const NOTICE = ['src/account/consent/visitor-notice.tsx']
const LANDING = ['src/site/landing/landing-page.tsx']
const FRAME = ['src/app/app-layout.tsx']
const OF_VISITORS = ['about', 'contact', 'login', 'privacy', 'signup', 'terms', 'transparency'].map(
  routeModule,
)
const OF_MEMBERS = [...['dashboard', 'surveys'].map(routeModule), 'src/surveys/browse/surveys-tab.tsx']

/** Parts of forms, toasts and links, for visitors and members. */
const PARTS =
  /node_modules\/@(mantine\/(notifications|store|core\/.*\/(Input|InputBase|TextInput|ActionIcon|Anchor|CloseButton|Notification)|hooks\/.*\/use-(disclosure|uncontrolled))\/|tabler\/.*Icon(Check|ExternalLink)\.)/

/** What fills in and validates forms, for visitors and members. */
const FORMS =
  /node_modules\/@mantine\/(form\/|core\/.*\/(Stack|get-env)\/)|src\/ui\/forms\/show-field-errors\.ts/

const CHECKBOXES = /node_modules\/@mantine\/core\/.*\/(Checkbox|InlineInput)\//

const TEXTAREAS = /node_modules\/(@mantine\/core\/.*\/Textarea\/|react-textarea-autosize\/)/

function routeModule(name: string): string {
  return `src/routes/_app/${name}.tsx?tsr-split=component---loader`
}

/**
 * Group about sixty chunks into a few files: on a slow phone a request costs more than the kilobyte it fetches. One
 * group serves nearly every page, another a member's first pages. What the landing page shares with the others is
 * separate: its styles are all that the landing page needs.
 */
export function groupFiles(root: string): Rolldown.CodeSplittingGroup[] {
  const has = reachedFrom(root)
  const members = has(OF_MEMBERS)
  const nameBy =
    (name: string, isIn: Test): Rolldown.CodeSplittingGroup['name'] =>
    (id, graph) =>
      isIn(id, graph) && !NOTICE.some((entry) => id.endsWith(entry)) ? name : null
  // A file's other imports join its group, unless an earlier group has them.
  return [
    {
      name: nameBy(
        'landing',
        either(has(NOTICE), both(has(LANDING), has([...FRAME, ...OF_VISITORS, ...OF_MEMBERS]))),
      ),
      priority: 4,
    },
    { name: nameBy('pages', either(has(FRAME), both(members, has(OF_VISITORS)))), priority: 3 },
    { name: 'parts', test: PARTS, priority: 2 },
    { name: 'forms', test: FORMS, priority: 2 },
    { name: 'checkboxes', test: CHECKBOXES, priority: 2 },
    { name: 'textareas', test: TEXTAREAS, priority: 2 },
    { name: nameBy('members', members), priority: 1 },
    { name: nameBy('payouts', has([routeModule('withdraw')])), priority: 0 },
  ]
}

type Test = (id: string, graph: Rolldown.ChunkingContext) => boolean

const either =
  (one: Test, other: Test): Test =>
  (...module) =>
    one(...module) || other(...module)
const both =
  (one: Test, other: Test): Test =>
  (...module) =>
    one(...module) && other(...module)

/** Match the modules that these import, but not these modules themselves: each of them is loaded by name. */
function reachedFrom(root: string): (modules: string[]) => Test {
  return (modules) => {
    let found: Set<string> | undefined
    return (id, graph) => {
      found ??= collect(
        modules.map((module) => join(root, module)),
        graph,
      )
      return found.has(id)
    }
  }
}

function collect(entries: string[], graph: Rolldown.ChunkingContext): Set<string> {
  const found = new Set<string>()
  const visit = (id: string) => {
    const module = graph.getModuleInfo(id)
    if (!module) throw new Error(`${id} is not a module of the site`)
    for (const imported of module.importedIds) {
      // A library's index imports all of it; the parts in use are grouped with their importers.
      if (found.has(imported) || imported.includes('/node_modules/')) continue
      found.add(imported)
      visit(imported)
    }
  }
  entries.forEach(visit)
  for (const entry of entries) found.delete(entry)
  return found
}
