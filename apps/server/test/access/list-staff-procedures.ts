import { listProcedures, type Procedure } from '../security/list-routes.ts'
import { procedureAccess } from './expectations.ts'

const FOR_MEMBERS = new Set<string>(['member', 'premium', 'client'])
const FOR_OTHERS = new Set<string>([...FOR_MEMBERS, 'public'])
/** Visitors' calls beside those of staff. */
const FOR_VISITORS = ['admin.countPageView']

/**
 * List what staff can look at or change. Signing in as staff is public and counts; a procedure without an expectation counts
 * too, so that none escapes by being in no list.
 */
export function listStaffProcedures(wanted: 'query' | 'mutation'): Procedure[] {
  return listProcedures().filter(({ path, type }) => {
    const access = procedureAccess[path] ?? 'unlisted'
    const isStaffs = /^(admin|partners|webhooks)\./.test(path) && !FOR_VISITORS.includes(path)
    return type === wanted && (isStaffs ? !FOR_MEMBERS.has(access) : !FOR_OTHERS.has(access))
  })
}
