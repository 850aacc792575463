import { Text, Title } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { formatDay } from '../../i18n/format-date.ts'
import { useT } from '../../i18n/use-t.ts'
import { trpc } from '../../trpc.ts'
import blocks from '../../ui/blocks.module.css'
import { TimeAgo } from '../../ui/figures/time-ago.tsx'
import { QueryView } from '../../ui/states/query-view.tsx'
import { Skeletons } from '../../ui/states/skeletons.tsx'
import classes from './members.module.css'

/** The devices the member signed in on, and other members seen on them. */
export function MemberDevices({ memberId }: { memberId: string }) {
  const t = useT()
  const query = trpc.admin.listMemberSessions.useQuery({ memberId }, { staleTime: 0 })
  return (
    <QueryView query={query} skeleton={<Skeletons count={3} height={64} />}>
      {({ sessions, others }) => (
        <>
          <ul className={classes.rows} aria-label={t('member.view.devices')}>
            {sessions.map((session) => (
              <li key={session.id}>
                <Text fw={600}>
                  {session.device}
                  {session.address && ` · ${session.address}`}
                </Text>
                <Text size="sm" c="dimmed">
                  {t(session.isOpen ? 'member.sessionOpen' : 'member.sessionOver')} · {t('members.seen')}{' '}
                  <TimeAgo date={session.lastSeenAt} /> ·{' '}
                  {t('members.since', { day: formatDay(session.createdAt) })}
                </Text>
              </li>
            ))}
          </ul>
          <section aria-labelledby="others">
            <Title order={3} id="others">
              {t('member.others')}
            </Title>
            <Text c="dimmed">{t(others.length > 0 ? 'member.othersHint' : 'member.noOthers')}</Text>
            <ul className={classes.rows}>
              {others.map((other) => (
                <li key={other.id}>
                  <Link to="/admin/members/$memberId" params={{ memberId: other.id }} className={blocks.link}>
                    {other.name}
                  </Link>
                  <Text size="sm" c="dimmed">
                    {other.email} · {t('members.seen')} <TimeAgo date={other.lastSeenAt} />
                  </Text>
                </li>
              ))}
            </ul>
          </section>
        </>
      )}
    </QueryView>
  )
}
