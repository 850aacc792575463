import { formatKes } from '@chuma/contract/format-money'
import type { BankBatch } from '@chuma/contract/payouts/bank-batches'
import { Text } from '@mantine/core'
import { IconBuildingBank } from '@tabler/icons-react'
import { actorName } from '../../admin/actor-name.ts'
import { formatDateTime } from '../../i18n/format-date.ts'
import { useT } from '../../i18n/use-t.ts'
import blocks from '../../ui/blocks.module.css'
import { Section } from '../../ui/page/section.tsx'
import { EmptyState } from '../../ui/states/empty-state.tsx'
import { BatchActions } from './batch-actions.tsx'
import classes from './batches.module.css'

/** Every batch with its sum and its file's fingerprint, and what the bank has said so far. */
export function BatchList({ batches }: { batches: readonly BankBatch[] }) {
  const t = useT()
  return (
    <Section title={t('batches.list')} text={t('batches.listText')}>
      {batches.length > 0 ? (
        <ul className={blocks.list} aria-label={t('batches.list')}>
          {batches.map((batch) => (
            <BatchRow key={batch.id} batch={batch} />
          ))}
        </ul>
      ) : (
        <EmptyState icon={<IconBuildingBank />} title={t('batches.none')} text={t('batches.noneText')} />
      )}
    </Section>
  )
}

function BatchRow({ batch }: { batch: BankBatch }) {
  const t = useT()
  const { number, rowCount, totalKes, createdAt, createdBy, format, contentHash } = batch
  const { openCount, paidCount, failedCount, end } = batch
  return (
    <li className={classes.batch}>
      <div>
        <strong>{t('batches.number', { number })}</strong>
        <Text>{t('batches.sum', { count: rowCount, kes: formatKes(totalKes) })}</Text>
        <Text size="sm" c="dimmed">
          {t('batches.madeBy', { name: actorName(t, createdBy), when: formatDateTime(createdAt) })} ·{' '}
          {format.name}
        </Text>
        <Text size="sm">
          {t('batches.standing', { open: openCount, paid: paidCount, failed: failedCount })}
        </Text>
        {end && (
          <Text size="sm">
            {t(`batches.end.${end.step}`, { name: actorName(t, end.by), reason: end.reason ?? '' })}
          </Text>
        )}
        <Text size="sm" c="dimmed" className={classes.hash}>
          SHA-256 {contentHash}
        </Text>
      </div>
      <BatchActions batch={batch} />
    </li>
  )
}
