import { useLocation } from '@tanstack/react-router'
import { useAdminToken } from '../../auth/session.ts'

/** Whether staff are at work: do not invite them to log in or sign up as a member. */
export function useIsAtDesk(): boolean {
  const isStaffSide = useLocation({ select: ({ pathname }) => /^\/admin(?!-login)/.test(pathname) })
  return useAdminToken() !== null && isStaffSide
}
