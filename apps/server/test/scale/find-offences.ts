export type Plan = {
  'Node Type': string
  'Parent Relationship'?: string
  'Relation Name'?: string
  'Index Name'?: string
  'Index Cond'?: string
  Filter?: string
  'Plan Rows': number
  'Startup Cost': number
  'Total Cost': number
  Plans?: Plan[]
}

/** Smaller tables may be read in full. */
export const GROWN = 50_000
/** A page of a list, a member's history or the rows of a day are fewer; a chart over the years must be more. */
const MAX_ROWS = 100_000
/** Nodes that read all their input before they return a row, whatever limit is above them. */
const BLOCKING = new Set([
  'Sort',
  'Aggregate',
  'Hash',
  'WindowAgg',
  'Materialize',
  'Bitmap Heap Scan',
  'SetOp',
])

/**
 * Find where a plan reads a whole growing table, a whole index, or more rows than a screen needs.
 * `sizes`: how many rows the planner believes in, by the name of the table or index.
 */
export function findOffences(plan: Plan, sizes: ReadonlyMap<string, number>): string[] {
  const offences: string[] = []
  const visit = (node: Plan, times: number) => {
    const offence = judge(node, times, sizes)
    if (offence) offences.push(offence)
    for (const child of node.Plans ?? []) visit(child, timesOf(child, node, times))
  }
  visit(plan, 1)
  return offences
}

function judge(node: Plan, times: number, sizes: ReadonlyMap<string, number>): string | undefined {
  const table = node['Relation Name']
  const size = table === undefined ? undefined : sizes.get(table)
  const type = node['Node Type']
  if (table === undefined || size === undefined || size < GROWN) return undefined
  if (/Seq Scan$/.test(type)) return `${type} on ${table}${node.Filter ? ` for ${node.Filter}` : ''}`
  // Without a condition an index is read from one end, as far as the limit above allows.
  const isWalk = /^Index/.test(type) && node['Index Cond'] === undefined
  const walked = sizes.get(node['Index Name'] ?? '') ?? size
  const rows = Math.round(times * (isWalk ? walked : node['Plan Rows']))
  if (rows <= MAX_ROWS) return undefined
  const how = isWalk ? `all of ${node['Index Name']}` : type
  return `${how} reads about ${rows.toLocaleString('en')} rows of ${table}${node.Filter ? ` for ${node.Filter}` : ''}`
}

/** How often a node's rows are read: less than once under a limit, and once for each row of the outer node of a join. */
function timesOf(child: Plan, parent: Plan, times: number): number {
  const relation = child['Parent Relationship']
  if (relation === 'InitPlan') return 1
  if (relation === 'SubPlan') return Math.max(1, times * parent['Plan Rows'])
  if (parent['Node Type'] === 'Limit') return times * shareBelow(parent, child)
  if (parent['Node Type'] === 'Nested Loop' && relation === 'Inner') {
    const outer = parent.Plans?.find((plan) => plan['Parent Relationship'] === 'Outer')
    return Math.max(1, times * (outer?.['Plan Rows'] ?? 1))
  }
  return BLOCKING.has(parent['Node Type']) ? Math.max(1, times) : times
}

function shareBelow(limit: Plan, child: Plan): number {
  const whole = child['Total Cost'] - child['Startup Cost']
  return whole > 0 ? Math.min(1, (limit['Total Cost'] - child['Startup Cost']) / whole) : 1
}
