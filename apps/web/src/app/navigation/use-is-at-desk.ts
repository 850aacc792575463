import { useLocation } from '@tanstack/react-router'
import { useAdminToken } from '../../auth/session.ts'

/** Somebody of the staff at work: he is nobody whom we would ask to log in or to sign up. */
export function useIsAtDesk(): boolean {
  const isStaffSide = useLocation({ select: ({ pathname }) => /^\/admin(?!-login)/.test(pathname) })
  return useAdminToken() !== null && isStaffSide
}
