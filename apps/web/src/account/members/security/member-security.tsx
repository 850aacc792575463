import { Text } from '@mantine/core'
import { formatDateTime } from '../../../i18n/format-date.ts'
import { useT } from '../../../i18n/use-t.ts'
import { trpc } from '../../../trpc.ts'
import { QueryView } from '../../../ui/states/query-view.tsx'
import { Skeletons } from '../../../ui/states/skeletons.tsx'
import classes from '../members.module.css'

/** What changed about how the account is opened, newest first: only what and when. */
export function MemberSecurity({ memberId }: { memberId: string }) {
  const t = useT()
  const events = trpc.admin.listMemberSecurityEvents.useQuery({ memberId }, { staleTime: 0 })
  return (
    <QueryView query={events} skeleton={<Skeletons count={3} height={64} />}>
      {(list) =>
        list.length === 0 ? (
          <Text c="dimmed">{t('member.noSecurityEvents')}</Text>
        ) : (
          <>
            <Text size="sm" c="dimmed" mb="sm">
              {t('member.securityLead')}
            </Text>
            <ul className={classes.rows} aria-label={t('member.view.security')}>
              {list.map(({ id, kind, at }) => (
                <li key={id}>
                  <Text fw={600}>{t(`securityEvents.${kind}`)}</Text>
                  <Text size="sm" c="dimmed">
                    {formatDateTime(at)}
                  </Text>
                </li>
              ))}
            </ul>
          </>
        )
      }
    </QueryView>
  )
}
