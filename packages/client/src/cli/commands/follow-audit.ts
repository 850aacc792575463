import type { AuditEntry } from '@chuma/contract/admin/audit'
import type { ChumaClient } from '../../create-chuma-client.ts'
import { listAll } from '../../list-all.ts'
import type { Source } from './follow.ts'

/** Entries are numbered before they are committed, so an older number may appear late. */
const OVERLAP = 50
const REMEMBERED = 500

/** Follow the audit log, beginning with the `last` existing entries. */
export function followAudit({ admin }: ChumaClient, last: number): Source {
  let floor: number | null = null
  let seen: number[] = []

  const begin = async () => {
    const rows = await admin.listAudit.query({ limit: Math.max(last, 1) })
    floor = rows.at(-1)?.id ?? 0
    return rows
  }
  const readOn = async (above: number) => {
    const known = new Set(seen)
    const rows: AuditEntry[] = []
    let met = 0
    for await (const row of listAll(admin.listAudit, {})) {
      if (row.id <= above || met === OVERLAP) break
      if (known.has(row.id)) met += 1
      else rows.push(row)
    }
    return rows
  }

  return {
    read: async () => {
      const isBeginning = floor === null
      const rows = floor === null ? await begin() : await readOn(floor)
      seen = [...rows.map(({ id }) => id), ...seen].slice(0, REMEMBERED)
      if (isBeginning && last === 0) return []
      return rows.reverse().map((row) => ({ document: row, cells: describe(row) }))
    },
  }
}

function describe({ at, actor, action, subject, reason }: AuditEntry) {
  return [at, actor, action, subject, ...(reason ? [reason] : [])]
}
