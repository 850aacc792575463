/** Who may manage the staff's accounts, people and keys. */
export const accessOfStaffManagement = {
  'admin.listStaff': 'staff:manage',
  'admin.listPeople': 'staff:manage',
  'admin.setPersonOfStaff': 'staff:manage',
  'admin.createStaff': 'staff:manage',
  'admin.setStaffRole': 'staff:manage',
  'admin.setStaffEmail': 'staff:manage',
  'admin.disableStaff': 'staff:manage',
  'admin.enableStaff': 'staff:manage',
  'admin.resetStaff': 'staff:manage',

  'admin.listApprovals': 'approvals:read',
  'admin.getApproval': 'approvals:read',
  'admin.decideApproval': 'approvals:decide',
  'admin.withdrawApproval': 'approvals:decide',
  'admin.listApiKeys': 'keys:manage',
  'admin.createApiKey': 'keys:manage',
  'admin.revokeApiKey': 'keys:manage',
} as const
