import { listProcedures, type Procedure } from '../security/list-routes.ts'
import { procedureAccess } from './expectations.ts'

const NOT_STAFF = new Set<string>(['public', 'member', 'premium'])

/**
 * Everything that staff can look at, or change: by its name, and by who may call it. What nobody has listed counts too, so
 * that no call escapes for being in no list.
 */
export function listStaffProcedures(wanted: 'query' | 'mutation'): Procedure[] {
  return listProcedures().filter(
    ({ path, type }) =>
      type === wanted &&
      (/^(admin|partners|webhooks)\./.test(path) || !NOT_STAFF.has(procedureAccess[path] ?? 'unlisted')),
  )
}
