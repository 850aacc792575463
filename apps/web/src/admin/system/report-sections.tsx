import type { SystemReport } from '@chuma/contract/admin/system'
import { IconCheck } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { formatDateTime } from '../../i18n/format-date.ts'
import { useT } from '../../i18n/use-t.ts'
import { trpc } from '../../trpc.ts'
import blocks from '../../ui/blocks.module.css'
import { Section } from '../../ui/page/section.tsx'
import { EmptyState } from '../../ui/states/empty-state.tsx'
import { QueryView } from '../../ui/states/query-view.tsx'
import { Skeletons } from '../../ui/states/skeletons.tsx'
import sheet from '../figures.module.css'
import { GivenUpMails, nameJob } from './mails-section.tsx'
import classes from './system.module.css'

const POLL_MS = 15_000

type Props = { failures: ReactNode; mails: ReactNode }

/** Jobs, mails that were given up, and processes. The sections for failures and mails sit between them. */
export function ReportSections({ failures, mails }: Props) {
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
            <th scope="col">{t('system.queue')}</th>
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
                : t('system.process', { time: formatDateTime(since) })}
            </li>
          ))}
        </ul>
      </div>
    </>
  )
}
