import type { RouterInputs } from '@chuma/api/types'
import { useShowFailure } from '../../admin/use-show-failure.ts'
import { useT } from '../../i18n/use-t.ts'
import { trpc } from '../../trpc.ts'
import { showToast } from '../../ui/dialogs/show-toast.ts'
import { useSingleFlight } from '../../ui/forms/use-single-flight.ts'
import { useRefreshMembers } from './use-refresh-members.ts'

type Inputs = RouterInputs['admin']

/** Change a member's standing or premium once, report the outcome and reload the member. */
export function useManageMember(onDone: () => void) {
  const t = useT()
  const handlers = {
    onError: useShowFailure(),
    // Also after a refusal: someone else changed the member first, so this screen is out of date.
    onSettled: useRefreshMembers(),
  }
  const done = (title: string) => ({
    ...handlers,
    onSuccess: () => {
      onDone()
      showToast({ kind: 'success', title })
    },
  })
  const suspending = trpc.admin.suspendMember.useMutation(done(t('member.suspendedDone')))
  const restoring = trpc.admin.restoreMember.useMutation(done(t('member.restoredDone')))
  const signingOut = trpc.admin.endMemberSessions.useMutation(done(t('member.signedOutDone')))
  const granting = trpc.admin.grantPremium.useMutation(done(t('member.granted')))
  const ending = trpc.admin.endPremium.useMutation(done(t('member.ended')))
  const deciding = trpc.admin.decidePremiumPayment.useMutation(done(t('member.decided')))
  const promoting = trpc.admin.setMemberRole.useMutation(done(t('member.roleSaved')))
  const all = [promoting, suspending, restoring, signingOut, granting, ending, deciding]
  const once =
    <Input>(mutate: (input: Input) => Promise<unknown>) =>
    async (input: Input) => {
      await mutate(input).catch(() => undefined)
    }
  return {
    suspend: useSingleFlight(once<Inputs['suspendMember']>(suspending.mutateAsync)),
    restore: useSingleFlight(once<Inputs['restoreMember']>(restoring.mutateAsync)),
    signOut: useSingleFlight(once<Inputs['endMemberSessions']>(signingOut.mutateAsync)),
    grant: useSingleFlight(once<Inputs['grantPremium']>(granting.mutateAsync)),
    endPremium: useSingleFlight(once<Inputs['endPremium']>(ending.mutateAsync)),
    decide: useSingleFlight(once<Inputs['decidePremiumPayment']>(deciding.mutateAsync)),
    setRole: useSingleFlight(once<Inputs['setMemberRole']>(promoting.mutateAsync)),
    isPending: all.some(({ isPending }) => isPending),
  }
}
