export const admin = {
  'admin.title': 'Admin Dashboard',
} as const
