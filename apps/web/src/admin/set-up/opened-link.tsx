import { useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useEffect } from 'react'
import { describeRefusal } from '../../auth/describe-refusal.ts'
import { getAdminToken } from '../../auth/session.ts'
import { useT } from '../../i18n/use-t.ts'
import { isApiError, trpc } from '../../trpc.ts'
import { Skeletons } from '../../ui/states/skeletons.tsx'
import { OwnerForm } from './owner-form.tsx'
import { SetUpMessage } from './set-up-message.tsx'
import { StepList } from './step-list.tsx'

/** Check a link, then show the form of the owner's account; or why the link does not work. */
export function OpenedLink({ token }: { token: string }) {
  const t = useT()
  const { client } = trpc.useUtils()
  const link = useQuery({
    queryKey: ['set-up-link', token],
    queryFn: () => client.admin.openSetUpLink.mutate({ token }),
  })
  const isLeaving = useLeaveUsedLink(link.error)
  if (link.error && !isLeaving) {
    const { message } = describeRefusal(link.error, t('state.failedText'))
    return <SetUpMessage title={t('setUp.badLinkTitle')} text={message} />
  }
  if (!link.data) return <Skeletons count={2} height={160} />
  return (
    <>
      <StepList shown="owner" doneSteps={[]} />
      <OwnerForm token={token} />
    </>
  )
}

/** The owner who opens the link again goes on where they stopped. */
function useLeaveUsedLink(error: unknown): boolean {
  const navigate = useNavigate()
  const isUsed = isApiError(error) && error.data?.appCode === 'SET_UP_CLOSED' && getAdminToken() !== null
  useEffect(() => {
    if (isUsed) void navigate({ to: '/set-up', hash: '', replace: true })
  }, [isUsed, navigate])
  return isUsed
}
