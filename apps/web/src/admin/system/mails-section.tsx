import { MAIL_STATES, type OutboxMail, type SystemReport } from '@chuma/contract/admin/system'
import { MAIL_NAMES, MAIL_QUEUES } from '@chuma/contract/mails'
import { Button, NativeSelect } from '@mantine/core'
import { IconAlertTriangle, IconBan, IconCheck, IconClock, IconMail } from '@tabler/icons-react'
import { useInfiniteQuery } from '@tanstack/react-query'
import { getQueryKey } from '@trpc/react-query'
import { useState } from 'react'
import { formatDateTime } from '../../i18n/format-date.ts'
import type { Translate } from '../../i18n/i18n.ts'
import { useT } from '../../i18n/use-t.ts'
import { trpc } from '../../trpc.ts'
import { useAction } from '../../ui/actions/use-action.ts'
import blocks from '../../ui/blocks.module.css'
import { StatusBadge } from '../../ui/figures/status-badge.tsx'
import { useMay } from '../../ui/frame/staff-member.tsx'
import { Section } from '../../ui/page/section.tsx'
import { type KeysetPage, keysetPages } from '../../ui/states/keyset-pages.tsx'
import list from '../../ui/states/list.module.css'
import { MoreRows } from '../../ui/states/staff-lists.tsx'
import { EmptyState, Skeletons } from '../../ui/states/states.tsx'
import classes from './system.module.css'

type State = OutboxMail['state']

const PAGE_SIZE = 20
const FACES = {
  sending: { tone: 'wait', Icon: IconClock },
  sent: { tone: 'good', Icon: IconCheck },
  refused: { tone: 'bad', Icon: IconBan },
  unknown: { tone: 'bad', Icon: IconAlertTriangle },
} as const

function useMails(state: State | undefined) {
  const { client } = trpc.useUtils()
  return useInfiniteQuery({
    ...keysetPages({
      key: [...getQueryKey(trpc.admin.listMails), state],
      size: PAGE_SIZE,
      load: (page: KeysetPage<string>, signal) =>
        client.admin.listMails.query({ ...(state && { state }), ...page }, { signal }),
      cursorOf: ({ id }) => id,
    }),
    staleTime: 0,
  })
}

/** The sent mails with their state. */
export function MailsSection() {
  const t = useT()
  const [state, setState] = useState<State>()
  const query = useMails(state)
  return (
    <Section title={t('system.mails')} text={t('system.mailsText')}>
      <NativeSelect
        label={t('word.state')}
        className={classes.field ?? ''}
        value={state ?? ''}
        onChange={({ currentTarget }) => setState(MAIL_STATES.find((known) => known === currentTarget.value))}
        data={[
          { value: '', label: t('activity.all') },
          ...MAIL_STATES.map((known) => ({ value: known, label: t(`mailState.${known}`) })),
        ]}
      />
      <MoreRows
        query={query}
        skeleton={<Skeletons count={3} height={72} />}
        empty={<EmptyState icon={<IconMail />} title={t('system.noMails')} text={t('system.noMailsText')} />}
        more={t('system.more')}
      >
        {(mails) => (
          <ul className={blocks.list} aria-label={t('system.mails')}>
            {mails.map((mail) => (
              <MailRow key={mail.id} mail={mail} />
            ))}
          </ul>
        )}
      </MoreRows>
    </Section>
  )
}

const COUNTS = [
  ['system.resendable', 'resendableCount'],
  ['system.expired', 'expiredCount'],
  ['system.left', 'leftCount'],
] as const

/** The mails that were given up, by kind, and one button that sends them again. Nothing while there are none. */
export function GivenUpMails({ kinds }: { kinds: SystemReport['givenUpMails'] }) {
  const t = useT()
  const [since] = kinds.map((kind) => kind.since).toSorted()
  if (since === undefined) return null
  return (
    <Section title={t('system.givenUp')} text={t('system.givenUpText', { time: formatDateTime(since) })}>
      <section
        className={blocks.scroll}
        aria-label={t('system.givenUp')}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling box must be reachable by keyboard
        tabIndex={0}
      >
        <table className={classes.table}>
          <thead>
            <tr>
              <th scope="col">{t('word.kind')}</th>
              {COUNTS.map(([label]) => (
                <th key={label} scope="col">
                  {t(label)}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {kinds.map((kind) => (
              <tr key={kind.queue}>
                <th scope="row">{nameJob(t, kind.queue)}</th>
                {COUNTS.map(([label, count]) => (
                  <td key={label}>{kind[count]}</td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </section>
      {kinds.some(({ resendableCount }) => resendableCount > 0) && <SendAgain />}
    </Section>
  )
}

function SendAgain() {
  const t = useT()
  const utils = trpc.useUtils()
  const mayResend = useMay('system:manage')
  const resend = useAction(trpc.admin.resendMails, {
    done: ({ resentCount: count }) => ({
      title: t('system.sentAgain', { count }),
      message: t('system.sentAgainText'),
    }),
    onEnd: [utils.admin.getSystem, utils.admin.listFailedJobs, utils.admin.listWaiting],
  })
  if (!mayResend) return null
  return (
    <div>
      <Button loading={resend.isPending} onClick={() => resend.run({})}>
        {t('word.sendAgain')}
      </Button>
    </div>
  )
}

function MailRow({ mail: { kind, recipient, state, attempts, lastError, createdAt } }: { mail: OutboxMail }) {
  const t = useT()
  return (
    <li className={list.row} data-log>
      <div className={list.head}>
        <strong>{nameMail(t, kind)}</strong>
        <StatusBadge {...FACES[state]}>{t(`mailState.${state}`)}</StatusBadge>
      </div>
      <p className={list.head}>
        <span>{recipient}</span>
        <span className={blocks.quiet}>
          {formatDateTime(createdAt)} · {t('system.mailTries', { tries: attempts })}
        </span>
      </p>
      {lastError && <p className={blocks.quiet}>{lastError}</p>}
    </li>
  )
}

/** Every kind of job. */
const JOBS = [
  ...MAIL_QUEUES,
  'send-destination-code',
  'send-payout',
  'check-payout',
  'process-payout-callback',
  'decide-payout',
  'watch-automatic-payout',
  'query-float',
  'push-premium-payment',
  'check-premium-payment',
  'process-premium-callback',
  'remind-premium',
  'settle-referral',
  'expire-surveys',
  'release-places',
  'measure-surveys',
  'settle-approvals',
  'find-clusters',
  'release-credits',
  'add-up-receivables',
  'add-up-clients',
  'settle-survey-reviews',
  'settle-forgotten-events',
  'seal-books',
  'publish-root',
  'verify-ledger',
  'reconcile-payouts',
  'sweep-throttle',
  'watch-alarms',
  'forget-webhooks',
  'roll-up-figures',
  'erase-members',
  'count-staff-figures',
] as const

/** Name a job in words. One of an older release keeps its own name. */
export function nameJob(t: Translate, queue: string): string {
  const known = JOBS.find((job) => job === queue)
  return known ? t(`job.${known}`) : queue
}

/** Name a mail in words. One of an older release keeps its own name. */
export function nameMail(t: Translate, kind: string): string {
  const known = MAIL_NAMES.find((mail) => mail === kind)
  return known ? t(`mail.${known}`) : kind
}
