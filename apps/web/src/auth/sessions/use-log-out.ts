import { useNavigate } from '@tanstack/react-router'
import { trpc } from '../../trpc.ts'
import { forgetMember, getUserToken } from '../session.ts'

/** Log out on this device at once, without waiting for the server and whether or not it can be reached. */
export function useLogOut(): () => void {
  const navigate = useNavigate()
  const { client } = trpc.useUtils()
  return () => {
    client.auth.logout.mutate(undefined, { context: { token: getUserToken() } }).catch(() => undefined)
    // Navigate first: a members' page would otherwise complain about the missing session.
    void navigate({ to: '/' })
    forgetMember()
  }
}
