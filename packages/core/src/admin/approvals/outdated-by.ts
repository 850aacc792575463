import type { ApprovalKind } from '@chuma/contract/admin/approvals/approval-kinds'
import type { CompanyChange } from '@chuma/db/queries/jobs'

/** Which requests about the same subject make no sense any more after a company change. */
export const outdatedBy: { readonly [Change in CompanyChange]?: readonly ApprovalKind[] } = {
  'create-staff': ['create-staff'],
  'staff.role': ['set-staff-role', 'enable-staff'],
  'staff.disabled': ['set-staff-role', 'reset-staff', 'set-person-of-staff'],
  'staff.enabled': ['enable-staff', 'reset-staff'],
  'staff.reset': ['enable-staff', 'reset-staff'],
  'member.role': ['set-member-role'],
  'api-key.created': ['create-api-key'],
  'economy.changed': ['change-economy', 'choose-economy-preset'],
  'economy.preset-chosen': ['change-economy', 'choose-economy-preset'],
  'update-partner': ['update-partner'],
}
