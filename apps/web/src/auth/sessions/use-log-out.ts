import { useNavigate } from '@tanstack/react-router'
import { trpc } from '../../trpc.ts'
import { forgetMember, getUserToken } from '../session.ts'

/** This device forgets the member at once, however long it takes to tell the server, and whether or not it hears of it. */
export function useLogOut(): () => void {
  const navigate = useNavigate()
  const { client } = trpc.useUtils()
  return () => {
    client.auth.logout.mutate(undefined, { context: { token: getUserToken() } }).catch(() => undefined)
    // On its way first: a page that has no public side would complain about what was wished for.
    void navigate({ to: '/' })
    forgetMember()
  }
}
