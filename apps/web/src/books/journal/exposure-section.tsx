import { formatKesCents } from '@chuma/contract/format-money'
import { IconScale } from '@tabler/icons-react'
import { FigureTable } from '../../admin/analytics/figure-table.tsx'
import { useT } from '../../i18n/use-t.ts'
import { trpc } from '../../trpc.ts'
import blocks from '../../ui/blocks.module.css'
import { Section } from '../../ui/page/section.tsx'
import { EmptyState } from '../../ui/states/empty-state.tsx'
import { QueryView } from '../../ui/states/query-view.tsx'
import { Skeletons } from '../../ui/states/skeletons.tsx'
import { formatUsdCents } from './use-journal-words.ts'

const percent = new Intl.NumberFormat('en-KE', { style: 'percent', maximumFractionDigits: 1 })

/** What members were paid before the partner paid for it. */
export function ExposureSection() {
  const t = useT()
  const query = trpc.admin.getExposure.useQuery()
  return (
    <Section title={t('journal.tab.exposure')} text={t('journal.exposureText')}>
      <QueryView query={query} skeleton={<Skeletons count={1} height={240} />}>
        {({ paidOutShare, partners }) =>
          partners.length === 0 ? (
            <EmptyState icon={<IconScale />} title={t('journal.nothing')} text={t('journal.nothingText')} />
          ) : (
            <>
              <p className={blocks.flush}>
                {t('journal.paidOutShare', { share: percent.format(paidOutShare) })}
              </p>
              <FigureTable
                label={t('journal.tab.exposure')}
                rowsAre={t('journal.partner')}
                columns={[
                  { key: 'exposure', label: t('journal.exposure'), format: formatKesCents },
                  { key: 'owed', label: t('journal.owed'), format: formatUsdCents },
                  { key: 'owedKes', label: t('journal.owedToday'), format: formatKesCents },
                  { key: 'rewards', label: t('journal.rewards'), format: formatKesCents },
                ]}
                rows={partners.map((row) => ({
                  name: row.name,
                  values: {
                    exposure: row.exposureMinor,
                    owed: row.owedUsdMinor,
                    owedKes: row.owedMinor,
                    rewards: row.rewardsMinor,
                  },
                }))}
              />
            </>
          )
        }
      </QueryView>
    </Section>
  )
}
