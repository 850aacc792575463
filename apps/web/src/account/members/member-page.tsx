import { IconUserOff } from '@tabler/icons-react'
import { AdminFrame } from '../../admin/frame/admin-frame.tsx'
import { useT } from '../../i18n/use-t.ts'
import { isApiError, trpc } from '../../trpc.ts'
import { BackLink } from '../../ui/page/back-link.tsx'
import { MessageState } from '../../ui/states/message-state.tsx'
import { QueryView } from '../../ui/states/query-view.tsx'
import { Skeletons } from '../../ui/states/skeletons.tsx'
import { MemberSummary } from './member-summary.tsx'
import type { MemberView } from './member-view.ts'
import { MemberViews } from './member-views.tsx'

type Props = { memberId: string; asked: MemberView | undefined }

/** Everything about one member, with the actions staff can take. */
export function MemberPage({ memberId, asked }: Props) {
  const t = useT()
  const mayRead = trpc.admin.getStaffMember.useQuery(undefined, { enabled: false }).data !== undefined
  const query = trpc.admin.getMember.useQuery({ memberId }, { enabled: mayRead, staleTime: 0 })
  const member = query.data
  const status = isApiError(query.error) ? query.error.data?.httpStatus : undefined
  const isGone = status === 404 || status === 400
  return (
    <AdminFrame
      title={member ? `${member.firstName} ${member.lastName}` : t('member.title')}
      needs="members:read"
    >
      {({ permissions }) => (
        <>
          <BackLink to="/admin" search={{ tab: 'users' }}>
            {t('member.back')}
          </BackLink>
          {isGone ? (
            <MessageState icon={<IconUserOff />} title={t('member.goneTitle')} text={t('member.goneText')} />
          ) : (
            <QueryView query={query} skeleton={<Skeletons count={3} height={140} />}>
              {(found) => (
                <>
                  <MemberSummary member={found} />
                  <MemberViews member={found} permissions={permissions} asked={asked} />
                </>
              )}
            </QueryView>
          )}
        </>
      )}
    </AdminFrame>
  )
}
