import type { Alarm, CspReport, FailedJob, SystemReport } from '@chuma/contract/admin/system'
import { formatKes } from '@chuma/contract/format-money'
import type { PayoutQueue } from '@chuma/contract/payouts/payout-queue'
import { Badge, Button } from '@mantine/core'
import { IconCheck, IconShieldCheck } from '@tabler/icons-react'
import { useInfiniteQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { getQueryKey } from '@trpc/react-query'
import type { ReactNode } from 'react'
import { LedgerCheck } from '../../books/ledger-check.tsx'
import { formatBusinessDay, formatDateTime, formatMonth } from '../../i18n/format-date.ts'
import type { Translate } from '../../i18n/i18n.ts'
import { useT } from '../../i18n/use-t.ts'
import { trpc } from '../../trpc.ts'
import { useAction } from '../../ui/actions/use-action.ts'
import blocks from '../../ui/blocks.module.css'
import sheet from '../../ui/figures/figures.module.css'
import { AdminFrame } from '../../ui/frame/admin-frame.tsx'
import { useMay } from '../../ui/frame/staff-member.tsx'
import { Section } from '../../ui/page/section.tsx'
import { type KeysetPage, keysetPages } from '../../ui/states/keyset-pages.tsx'
import list from '../../ui/states/list.module.css'
import { MoreRows } from '../../ui/states/staff-lists.tsx'
import { EmptyState, QueryView, Skeletons } from '../../ui/states/states.tsx'
import { FiguresSection, ProductSection } from '../product/product-form.tsx'
import { GivenUpMails, MailsSection, nameJob } from './mails-section.tsx'
import classes from './system.module.css'

/** The system's health: payouts, queues, failures, mails, and whether the books balance. */
export function SystemPage() {
  const t = useT()
  return (
    <AdminFrame title={t('system.title')}>
      {({ permissions }) => (
        <>
          <AlarmsSection />
          {permissions.includes('payouts:read') && <PayoutLine />}
          {permissions.includes('ledger:verify') && <LedgerCheck />}
          <ReportSections failures={<FailuresSection />} mails={<MailsSection />} />
          <CspSection />
          <WebhooksLine />
          {permissions.includes('system:manage') && (
            <>
              <ProductSection />
              <FiguresSection />
            </>
          )}
        </>
      )}
    </AdminFrame>
  )
}

/** Whether payouts are running, in one line. */
function PayoutLine() {
  const t = useT()
  const query = trpc.admin.getPayoutQueue.useQuery()
  return (
    <Section title={t('word.payouts')}>
      <div className={classes.line}>
        <QueryView query={query} skeleton={<Skeletons count={1} height={26} />}>
          {(queue) => <Line queue={queue} />}
        </QueryView>
      </div>
      <div>
        <Link to="/admin/withdrawals" className={blocks.link}>
          {t('system.toPayouts')}
        </Link>
      </div>
    </Section>
  )
}

function Line({ queue }: { queue: PayoutQueue }) {
  const t = useT()
  const { provider, isStopped, reason, queuedCount: count, queuedKes } = queue
  const amount = formatKes(queuedKes)
  if (provider === null) return <p className={blocks.flush}>{t('system.payoutsByHand', { count })}</p>
  if (!isStopped) return <p className={blocks.good}>{t('system.payoutsGoing', { count, amount })}</p>
  return <p className={blocks.bad}>{t('system.payoutsStopped', { count, amount, reason: reason ?? '' })}</p>
}

/** Webhooks have their own page. */
function WebhooksLine() {
  const t = useT()
  return (
    <Section title={t('webhooks.title')} text={t('webhooks.text')}>
      <div>
        <Link to="/admin/webhooks" className={blocks.link}>
          {t('webhooks.open')}
        </Link>
      </div>
    </Section>
  )
}

/** What browsers refused to load or run, by kind: a sign of a mistake of ours, an extension, or an attack. */
function CspSection() {
  const t = useT()
  const query = trpc.admin.listCspReports.useQuery({ limit: 50 })
  return (
    <Section title={t('system.csp')} text={t('system.cspText')}>
      <QueryView query={query} skeleton={<Skeletons count={2} height={72} />}>
        {(reports) => <Reports reports={reports} />}
      </QueryView>
    </Section>
  )
}

function Reports({ reports }: { reports: CspReport[] }) {
  const t = useT()
  if (reports.length === 0)
    return <EmptyState icon={<IconShieldCheck />} title={t('system.noCsp')} text={t('system.noCspText')} />
  return (
    <ul className={blocks.list} aria-label={t('system.csp')}>
      {reports.map(({ directive, blocked, page, reports: count, lastAt }) => (
        <li key={`${directive} ${blocked} ${page}`} className={list.row} data-log>
          <div className={list.head}>
            <strong>{blocked}</strong>
            <span className={blocks.quiet}>{t('system.cspCount', { count })}</span>
          </div>
          <p className={blocks.quiet}>
            {t('system.cspWhere', { directive, page, time: formatDateTime(lastAt) })}
          </p>
        </li>
      ))}
    </ul>
  )
}

/** Alarms, open ones first. */
function AlarmsSection() {
  const t = useT()
  const query = trpc.admin.listAlarms.useQuery()
  return (
    <Section title={t('alarms.title')} text={t('alarms.text')}>
      <QueryView query={query} skeleton={<Skeletons count={1} height={26} />}>
        {(alarms) =>
          alarms.length > 0 ? (
            <ul className={blocks.list} aria-label={t('alarms.title')}>
              {alarms.map((alarm) => (
                <AlarmRow key={alarm.id} alarm={alarm} />
              ))}
            </ul>
          ) : (
            <p className={blocks.good}>{t('alarms.none')}</p>
          )
        }
      </QueryView>
    </Section>
  )
}

function AlarmRow({ alarm }: { alarm: Alarm }) {
  const t = useT()
  const utils = trpc.useUtils()
  const acknowledge = useAction(trpc.admin.acknowledgeAlarm, { onEnd: [utils.admin.listAlarms] })
  const { id, cause, raisedAt, clearedAt, acknowledgedBy } = alarm
  return (
    <li className={list.row}>
      <div className={list.head}>
        <strong>{t(`alarmCause.${cause}`)}</strong>
        <Badge color={clearedAt ? 'gray' : 'red'} variant="light">
          {t(clearedAt ? 'alarms.over' : 'alarms.open')}
        </Badge>
      </div>
      <p className={blocks.flush}>{describeAlarm(t, alarm)}</p>
      <p className={blocks.quiet}>{t('alarms.since', { time: formatDateTime(raisedAt) })}</p>
      {acknowledgedBy && <p className={blocks.quiet}>{t('alarms.by', { who: acknowledgedBy })}</p>}
      {!acknowledgedBy && !clearedAt && (
        <Button variant="default" loading={acknowledge.isPending} onClick={() => acknowledge.run({ id })}>
          {t('alarms.acknowledge')}
        </Button>
      )}
    </li>
  )
}

/** What is wrong, in a sentence. Empty for an alarm of a version that kept no figures. */
function describeAlarm(t: Translate, { cause, figures }: Pick<Alarm, 'cause' | 'figures'>): string {
  if (Object.keys(figures).length === 0) return ''
  const { count = 0, day, month, kes = 0, days = 0, hours = 0, floats = [] } = figures
  if (cause === 'night-missed' && !day) return t('alarmText.night-never')
  return t(`alarmText.${cause}`, {
    count,
    days,
    hours,
    day: day ? formatBusinessDay(day) : '',
    month: month ? formatMonth(month) : '',
    amount: formatKes(kes),
    floats: floats
      .map((float) =>
        t('alarmText.float', { name: float.provider, amount: formatKes(float.kes), hours: float.hours }),
      )
      .join(', '),
  })
}

const PAGE_SIZE = 20

function useFailures() {
  const { client } = trpc.useUtils()
  return useInfiniteQuery({
    ...keysetPages({
      key: getQueryKey(trpc.admin.listFailedJobs),
      size: PAGE_SIZE,
      load: (page: KeysetPage<string>, signal) => client.admin.listFailedJobs.query(page, { signal }),
      cursorOf: ({ id }) => id,
    }),
    staleTime: 0,
  })
}

/** Jobs that failed on every attempt. */
function FailuresSection() {
  const t = useT()
  const query = useFailures()
  return (
    <Section title={t('system.failures')} text={t('system.failuresText')}>
      <MoreRows
        query={query}
        skeleton={<Skeletons count={2} height={96} />}
        empty={
          <EmptyState icon={<IconCheck />} title={t('system.noFailures')} text={t('system.noFailuresText')} />
        }
        more={t('system.more')}
      >
        {(jobs) => (
          <ul className={blocks.list} aria-label={t('system.failures')}>
            {jobs.map((job) => (
              <FailureRow key={job.id} job={job} />
            ))}
          </ul>
        )}
      </MoreRows>
    </Section>
  )
}

function FailureRow({ job: { id, queue, tries, failedAt, error, refusal } }: { job: FailedJob }) {
  const t = useT()
  const utils = trpc.useUtils()
  const mayRetry = useMay('system:manage')
  const retry = useAction(trpc.admin.retryJob, {
    done: { title: t('system.retried'), message: t('system.retriedText') },
    // Also after a refusal: someone else handled it first.
    onEnd: [utils.admin.listFailedJobs, utils.admin.getSystem, utils.admin.listWaiting],
  })
  const time = formatDateTime(failedAt)
  const name = nameJob(t, queue)
  return (
    <li className={list.row} data-log>
      <div className={list.head}>
        <strong>{name}</strong>
        <span className={blocks.quiet}>{t('system.tries', { tries, time })}</span>
      </div>
      <p className={blocks.flush}>{error}</p>
      {refusal && <p className={blocks.quiet}>{t('system.notAgain', { reason: refusal })}</p>}
      {!refusal && mayRetry && (
        <div>
          <Button
            variant="default"
            loading={retry.isPending}
            aria-label={t('system.retryFor', { queue: name, time })}
            onClick={() => retry.run({ id })}
          >
            {t('system.retry')}
          </Button>
        </div>
      )}
    </li>
  )
}

const POLL_MS = 15_000

/** Jobs, mails that were given up, and processes. The sections for failures and mails sit between them. */
function ReportSections({ failures, mails }: { failures: ReactNode; mails: ReactNode }) {
  const t = useT()
  const query = trpc.admin.getSystem.useQuery(undefined, { refetchInterval: POLL_MS })
  return (
    <>
      <Section title={t('system.jobs')} text={t('system.jobsText')}>
        <QueryView query={query} skeleton={<Skeletons count={1} height={120} />}>
          {({ queues }) => <Queues queues={queues} />}
        </QueryView>
      </Section>
      {failures}
      {query.data && <GivenUpMails kinds={query.data.givenUpMails} />}
      {mails}
      <Section title={t('system.versions')}>
        <QueryView query={query} skeleton={<Skeletons count={1} height={160} />}>
          {(report) => <Versions report={report} />}
        </QueryView>
      </Section>
    </>
  )
}

const STATES = [
  ['system.waiting', 'waiting'],
  ['system.retrying', 'retrying'],
  ['system.active', 'active'],
  ['system.failed', 'failed'],
] as const

function Queues({ queues }: Pick<SystemReport, 'queues'>) {
  const t = useT()
  if (queues.length === 0) {
    return <EmptyState icon={<IconCheck />} title={t('system.noJobs')} text={t('system.noJobsText')} />
  }
  return (
    <section
      className={blocks.scroll}
      aria-label={t('system.jobs')}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling box must be reachable by keyboard
      tabIndex={0}
    >
      <table className={classes.table}>
        <thead>
          <tr>
            <th scope="col">{t('word.kind')}</th>
            {STATES.map(([label, state]) => (
              <th key={state} scope="col">
                {t(label)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {queues.map((row) => (
            <tr key={row.queue}>
              <th scope="row">{nameJob(t, row.queue)}</th>
              {STATES.map(([, state]) => (
                <td key={state}>{row[state]}</td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  )
}

function Versions({ report }: { report: SystemReport }) {
  const t = useT()
  const { migrationCount: count, lastMigration: name, processes } = report
  const facts = [
    [t('system.app'), report.appVersion],
    [t('system.node'), report.nodeVersion],
    [t('system.database'), report.databaseVersion],
    [t('system.migrations'), t('system.migrationsText', { count, name })],
    [t('system.started'), formatDateTime(report.startedAt)],
  ] as const
  return (
    <>
      <dl className={sheet.facts}>
        {facts.map(([label, value]) => (
          <div key={label}>
            <dt>{label}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
      <div>
        <p className={blocks.quiet}>{t('system.processes')}</p>
        {processes.length === 0 && <p className={blocks.flush}>{t('system.noProcesses')}</p>}
        <ul className={blocks.list} aria-label={t('system.processes')}>
          {processes.map(({ since, address }) => (
            <li key={`${since} ${address}`}>
              {address
                ? t('system.processFrom', { time: formatDateTime(since), address })
                : t('alarms.since', { time: formatDateTime(since) })}
            </li>
          ))}
        </ul>
      </div>
    </>
  )
}
