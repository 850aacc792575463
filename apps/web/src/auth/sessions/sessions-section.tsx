import type { AccountChange, MemberSession } from '@chuma/contract/account/account'
import { Button, Group, Stack, Text } from '@mantine/core'
import { IconCheck, IconDeviceDesktop, IconDeviceMobile } from '@tabler/icons-react'
import { useState } from 'react'
import { formatDateTime, formatDay } from '../../i18n/format-date.ts'
import { useT } from '../../i18n/use-t.ts'
import { codeOf, trpc } from '../../trpc.ts'
import { useAction } from '../../ui/actions/use-action.ts'
import blocks from '../../ui/blocks.module.css'
import { Dialog } from '../../ui/dialogs/dialog.tsx'
import { showToast } from '../../ui/dialogs/show-toast.ts'
import { StatusBadge } from '../../ui/figures/status-badge.tsx'
import { TimeAgo } from '../../ui/figures/time-ago.tsx'
import { Section } from '../../ui/page/section.tsx'
import { QueryView, Skeletons } from '../../ui/states/states.tsx'
import lists from '../passkeys/passkeys.module.css'
import classes from './session-item.module.css'

/** The devices the member is signed in on, with a button to sign each one out. */
export function SessionsSection() {
  const t = useT()
  const sessions = trpc.account.listSessions.useQuery(undefined, {
    staleTime: 0,
    refetchOnWindowFocus: true,
  })
  return (
    <Section title={t('sessions.title')} text={t('sessions.lead')}>
      <QueryView query={sessions} skeleton={<Skeletons count={2} height={76} />}>
        {(list) => <SessionList sessions={list} />}
      </QueryView>
    </Section>
  )
}

function SessionList({ sessions }: { sessions: MemberSession[] }) {
  const t = useT()
  const [ending, setEnding] = useState<MemberSession | 'others' | null>(null)
  return (
    <>
      <SessionItems sessions={sessions} onEnd={setEnding} />
      {sessions.length > 1 ? (
        <Button variant="default" onClick={() => setEnding('others')}>
          {t('sessions.endOthers')}
        </Button>
      ) : (
        <Text size="sm" c="dimmed">
          {t('sessions.onlyThis')}
        </Text>
      )}
      <EndSessionDialog ending={ending} onClose={() => setEnding(null)} />
    </>
  )
}

type Ending = MemberSession | 'others'
type Props = {
  /** The session or sessions to sign out; null while the dialog is closed. */
  ending: Ending | null
  onClose: () => void
}

function EndSessionDialog({ ending, onClose }: Props) {
  const t = useT()
  const { endOne, endOthers, isPending } = useEndSession(onClose)
  // Keep the text while the dialog fades out.
  const [asked, setAsked] = useState<Ending>('others')
  if (ending !== null && ending !== asked) setAsked(ending)
  const isOne = asked !== 'others'
  return (
    <Dialog
      opened={ending !== null}
      onClose={onClose}
      title={t(isOne ? 'sessions.endTitle' : 'sessions.endOthersTitle')}
    >
      <Stack>
        <Text>{isOne ? t('sessions.endText', { device: asked.device }) : t('sessions.endOthersText')}</Text>
        <Group justify="flex-end">
          <Button variant="default" onClick={onClose}>
            {t('dialog.cancel')}
          </Button>
          <Button
            data-autofocus
            disabled={isPending}
            onClick={() => (isOne ? endOne({ id: asked.id }) : endOthers(undefined))}
          >
            {t(isOne ? 'sessions.end' : 'sessions.endOthers')}
          </Button>
        </Group>
      </Stack>
    </Dialog>
  )
}

/** Sign out other devices, report the outcome and reload the list. */
function useEndSession(onDone: () => void) {
  const t = useT()
  const utils = trpc.useUtils()
  const handlers = {
    done: ({ message }: { message: string }) => ({ title: t('sessions.endedTitle'), message }),
    failure: { title: t('sessions.failedTitle'), offline: t('earn.offline') },
    onFailed: (error: unknown) => {
      const isGone = codeOf(error) === 'NOT_FOUND'
      if (isGone) showToast({ title: t('sessions.endedTitle'), message: t('sessions.goneText') })
      return isGone
    },
    onEnd: () => {
      onDone()
      return utils.account.listSessions.invalidate()
    },
  }
  const one = useAction(trpc.account.endSession, handlers)
  const others = useAction(trpc.account.endOtherSessions, handlers)
  return { endOne: one.run, endOthers: others.run, isPending: one.isPending || others.isPending }
}

type SessionItemsProps = { sessions: MemberSession[]; onEnd: (session: MemberSession) => void }

/** Every device the account is signed in on, this one included. */
export function SessionItems({ sessions, onEnd }: SessionItemsProps) {
  return (
    <ul className={blocks.list}>
      {sessions.map((session) => (
        <SessionItem key={session.id} session={session} onEnd={() => onEnd(session)} />
      ))}
    </ul>
  )
}

function SessionItem({ session, onEnd }: { session: MemberSession; onEnd: () => void }) {
  const t = useT()
  const { device, address, createdAt, lastSeenAt, isCurrent } = session
  const Icon = /Android|iOS/.test(device) ? IconDeviceMobile : IconDeviceDesktop
  return (
    <li className={classes.item}>
      <Icon aria-hidden size={24} className={classes.icon} />
      <div className={classes.words}>
        <p className={classes.device}>
          {device}
          {address && <span className={classes.address}> {t('sessions.from', { address })}</span>}
        </p>
        <p className={classes.quiet}>
          {t('sessions.seen')} <TimeAgo date={lastSeenAt} /> ·{' '}
          {t('sessions.since', { day: formatDay(createdAt) })}
        </p>
      </div>
      {isCurrent ? (
        <StatusBadge tone="good" Icon={IconCheck}>
          {t('sessions.current')}
        </StatusBadge>
      ) : (
        <Button variant="default" px="md" aria-label={t('sessions.endNamed', { device })} onClick={onEnd}>
          {t('sessions.end')}
        </Button>
      )}
    </li>
  )
}

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
    <ul className={lists.list} aria-label={t('securityEvents.title')}>
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
