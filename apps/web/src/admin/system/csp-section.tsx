import type { CspReport } from '@chuma/contract/admin/csp-reports'
import { IconShieldCheck } from '@tabler/icons-react'
import { formatDateTime } from '../../i18n/format-date.ts'
import { useT } from '../../i18n/use-t.ts'
import { trpc } from '../../trpc.ts'
import blocks from '../../ui/blocks.module.css'
import { Section } from '../../ui/page/section.tsx'
import { EmptyState } from '../../ui/states/empty-state.tsx'
import { QueryView } from '../../ui/states/query-view.tsx'
import { Skeletons } from '../../ui/states/skeletons.tsx'
import list from '../list.module.css'

/** What browsers refused to load or run, by kind: a sign of a mistake of ours, an extension, or an attack. */
export function CspSection() {
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
