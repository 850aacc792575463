import type { AccountChange } from '@chuma/contract/account/account'
import { Group, Text } from '@mantine/core'
import { formatDateTime } from '../../i18n/format-date.ts'
import { useT } from '../../i18n/use-t.ts'
import { trpc } from '../../trpc.ts'
import { Section } from '../../ui/page/section.tsx'
import { QueryView, Skeletons } from '../../ui/states/states.tsx'
import classes from '../passkeys/passkeys.module.css'

/** What changed about how the account is opened, newest first. */
export function SecurityEventsSection() {
  const t = useT()
  const events = trpc.account.listSecurityEvents.useQuery(undefined, { staleTime: 0 })
  return (
    <Section title={t('securityEvents.title')} text={t('securityEvents.lead')}>
      <QueryView query={events} skeleton={<Skeletons count={2} height={40} />}>
        {(list) =>
          list.length > 0 ? <Events events={list} /> : <Text c="dimmed">{t('securityEvents.none')}</Text>
        }
      </QueryView>
    </Section>
  )
}

function Events({ events }: { events: AccountChange[] }) {
  const t = useT()
  return (
    <ul className={classes.list} aria-label={t('securityEvents.title')}>
      {events.map(({ id, kind, at }) => (
        <li key={id}>
          <Group justify="space-between" gap="xs">
            <Text fw={600}>{t(`securityEvents.${kind}`)}</Text>
            <Text size="sm" c="dimmed">
              {formatDateTime(at)}
            </Text>
          </Group>
        </li>
      ))}
    </ul>
  )
}
