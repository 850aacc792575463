import type { Permission } from '@chuma/contract/admin/permissions'

/**
 * Who may make a call. A permission: anyone who has it. `premium`: members with premium. `client`: people of
 * organisations that commission surveys. `staff person`: all staff, members
 * made admin included. `staff account`: anyone signed in at /admin-login; `new`: also before setting up a required factor.
 */
export type Access =
  | 'public'
  | 'member'
  | 'premium'
  | 'client'
  | 'new staff person'
  | 'staff person'
  | 'new staff account'
  | 'staff account'
  | Permission
